package dev.varve.item.internal;

import dev.varve.error.Rejected;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import org.jspecify.annotations.Nullable;

/**
 * A value that does not fit its component, on its way out to the record that can name both; never leaves this package.
 */
public final class MappingError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Longer values are cut in messages. */
    private static final int SHOWN = 60;

    private final String code;
    private final String detail;
    private final String component;
    private final String attribute;

    MappingError(String code, String detail) {
        this(code, detail, "", "", null);
    }

    private MappingError(String code, String detail, String component, String attribute, @Nullable Throwable cause) {
        // Without a stack trace: the error a caller sees is made, and gets its own, at the rim.
        super(detail, cause, false, false);
        this.code = code;
        this.detail = detail;
        this.component = component;
        this.attribute = attribute;
    }

    static MappingError type(Value value, String wanted, ValueType needed) {
        return new MappingError(
                "record.type", "%s cannot be read as %s: it needs %s".formatted(show(value), wanted, needed));
    }

    static MappingError missing() {
        return new MappingError(
                "record.missing",
                "the item has no such attribute: write it, or declare the component Optional or @Nullable");
    }

    static MappingError converter(RuntimeException cause) {
        return new MappingError("record.convert", "its converter failed: " + cause, "", "", cause);
    }

    /** Every component fits, but the record's own checks refuse them together. */
    static MappingError constructor(Class<?> type, Throwable cause) {
        return new MappingError(
                "record.constructor",
                "%s cannot be made of these attributes: %s".formatted(type.getSimpleName(), cause),
                "",
                "",
                cause);
    }

    /** Returns the misfit behind an error, or null where the error is none of ours to explain. */
    static @Nullable MappingError of(RuntimeException error) {
        if (error instanceof MappingError misfit) {
            return misfit;
        }
        return error instanceof Rejected rejected
                ? new MappingError(rejected.code(), String.valueOf(rejected.getMessage()), "", "", rejected)
                : null;
    }

    /** Returns this misfit as seen from around the component it happened in. */
    MappingError in(String outerComponent, String outerAttribute) {
        return new MappingError(
                code, detail, join(outerComponent, component), join(outerAttribute, attribute), getCause());
    }

    /** Returns this misfit as seen from around the list or map it happened in. */
    MappingError at(Object index) {
        return in("[" + index + "]", "[" + index + "]");
    }

    public Rejected rejected(Class<?> record) {
        String where = component.isEmpty() ? "" : ", component %s (attribute \"%s\")".formatted(component, attribute);
        return new Rejected(code, "record %s%s: %s".formatted(record.getSimpleName(), where, detail), getCause());
    }

    /** Returns the type and the text of a value, abbreviated. */
    static String show(Value value) {
        return value == Value.Null.NULL ? "NULL" : value.type() + " " + cut(value.toString());
    }

    static String cut(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }

    private static String join(String outer, String inner) {
        return inner.isEmpty() || inner.startsWith("[") ? outer + inner : outer + "." + inner;
    }
}
