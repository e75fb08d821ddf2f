package dev.varve.item.internal;

import dev.varve.error.Rejected;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import org.jspecify.annotations.Nullable;

/**
 * A value that does not fit its component. The enclosing records add their names; the mapping throws it as
 * {@link Rejected}.
 */
public final class MappingError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Longer values are truncated in messages. */
    private static final int MAX_SHOWN_CHARS = 60;

    private final String code;
    private final String detail;
    private final String component;
    private final String attribute;

    MappingError(String code, String detail) {
        this(code, detail, "", "", null);
    }

    private MappingError(String code, String detail, String component, String attribute, @Nullable Throwable cause) {
        // Without a stack trace: callers see the Rejected that is created from it, which has its own.
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

    /** Returns the error for a record whose components fit, but whose constructor throws. */
    static MappingError constructor(Class<?> type, Throwable cause) {
        return new MappingError(
                "record.constructor",
                "%s cannot be created from these attributes: %s".formatted(type.getSimpleName(), cause),
                "",
                "",
                cause);
    }

    /** Returns an error as a mapping error, or null if it is neither a mapping error nor {@link Rejected}. */
    static @Nullable MappingError of(RuntimeException error) {
        if (error instanceof MappingError mappingError) {
            return mappingError;
        }
        return error instanceof Rejected rejected
                ? new MappingError(rejected.code(), String.valueOf(rejected.getMessage()), "", "", rejected)
                : null;
    }

    /** Returns this error with the enclosing component added to its location. */
    MappingError in(String outerComponent, String outerAttribute) {
        return new MappingError(
                code, detail, join(outerComponent, component), join(outerAttribute, attribute), getCause());
    }

    /** Returns this error with the index or key of the enclosing list or map added to its location. */
    MappingError at(Object index) {
        return in("[" + index + "]", "[" + index + "]");
    }

    public Rejected rejected(Class<?> record) {
        String where = component.isEmpty() ? "" : ", component %s (attribute \"%s\")".formatted(component, attribute);
        return new Rejected(code, "record %s%s: %s".formatted(record.getSimpleName(), where, detail), getCause());
    }

    /** Returns the type and the text of a value, truncated. */
    static String show(Value value) {
        return value == Value.Null.NULL ? "NULL" : value.type() + " " + cut(value.toString());
    }

    static String cut(String text) {
        return text.length() <= MAX_SHOWN_CHARS ? text : text.substring(0, MAX_SHOWN_CHARS) + "…";
    }

    private static String join(String outer, String inner) {
        return inner.isEmpty() || inner.startsWith("[") ? outer + inner : outer + "." + inner;
    }
}
