package dev.varve.key;

import dev.varve.error.MissingPart;
import dev.varve.error.Rejected;
import dev.varve.key.internal.text.SortableNumber;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values of a key's parts by name: texts and numbers.
 *
 * <p>Immutable. Two instances are equal if they hold the same values in any order; numbers are compared by value (150 =
 * 1.500E+2).
 */
public final class Parts {

    private static final Parts NONE = new Parts(new String[0], new Object[0]);

    private final String[] names;
    private final Object[] values;

    private Parts(String[] names, Object[] values) {
        this.names = names;
        this.values = values;
    }

    /** Returns no parts. */
    public static Parts none() {
        return NONE;
    }

    /** Returns a single part. */
    public static Parts of(String name, String text) {
        return NONE.with(name, text);
    }

    /** Returns two parts. */
    public static Parts of(String name, String text, String secondName, String secondText) {
        return NONE.with(name, text).with(secondName, secondText);
    }

    /** Returns these parts and a text of at least one character. */
    public Parts with(String name, String text) {
        if (text.isEmpty()) {
            throw new Rejected(
                    "key.empty-part",
                    "part " + name + " is empty; a key part has at least one character. Give the item an id, or leave"
                            + " it out");
        }
        return add(name, text);
    }

    /** Returns these parts and a whole number. */
    public Parts with(String name, long number) {
        return with(name, BigDecimal.valueOf(number));
    }

    /** Returns these parts and a number: the shortest decimal that reads back as this double. */
    public Parts with(String name, double number) {
        if (!Double.isFinite(number)) {
            throw new Rejected(
                    "key.number-not-finite",
                    "part " + name + " is " + number + ", which cannot be sorted; give a finite"
                            + " number, or declare the part as text");
        }
        return with(name, BigDecimal.valueOf(number));
    }

    /** Returns these parts and a number of at most 38 digits. */
    public Parts with(String name, BigDecimal number) {
        return add(name, SortableNumber.canonical(name, number));
    }

    /** Returns the names, in insertion order. */
    public Set<String> names() {
        return Collections.unmodifiableSet(new LinkedHashSet<>(Arrays.asList(names)));
    }

    /** Returns the text of a part. */
    public String text(String name) {
        if (value(name) instanceof String text) {
            return text;
        }
        throw missing(name, PartType.TEXT);
    }

    /** Returns the number of a part. */
    public BigDecimal number(String name) {
        if (value(name) instanceof BigDecimal number) {
            return number;
        }
        throw missing(name, PartType.NUMBER);
    }

    /** Returns the value of a part for display: a text as it is, a number in plain digits. */
    public String show(String name) {
        return value(name) instanceof BigDecimal number ? number.toPlainString() : text(name);
    }

    /** Returns only the parts with these names. */
    public Parts only(Collection<String> wanted) {
        Parts some = NONE;
        for (int i = 0; i < names.length; i++) {
            some = wanted.contains(names[i]) ? some.add(names[i], values[i]) : some;
        }
        return some;
    }

    /** Returns these parts and the other ones; the other value wins if both have a part. */
    public Parts and(Parts other) {
        Parts all = this;
        for (int i = 0; i < other.names.length; i++) {
            all = all.add(other.names[i], other.values[i]);
        }
        return all;
    }

    boolean isText(String name) {
        return value(name) instanceof String;
    }

    public boolean has(String name) {
        return value(name) != null;
    }

    /** Throws if there is no value with this name and type. */
    public void require(String name, PartType type) {
        Object value = value(name);
        if (!(type == PartType.TEXT ? value instanceof String : value instanceof BigDecimal)) {
            throw missing(name, type);
        }
    }

    private @Nullable Object value(String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return values[i];
            }
        }
        return null;
    }

    private Parts add(String name, Object value) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                Object[] replaced = values.clone();
                replaced[i] = value;
                return new Parts(names, replaced);
            }
        }
        String[] moreNames = Arrays.copyOf(names, names.length + 1);
        Object[] moreValues = Arrays.copyOf(values, values.length + 1);
        moreNames[names.length] = name;
        moreValues[values.length] = value;
        return new Parts(moreNames, moreValues);
    }

    private Rejected missing(String name, PartType type) {
        Object value = value(name);
        if (value == null) {
            return new MissingPart("part " + name + " is missing; the given parts are " + names() + ". Add it with"
                    + " Parts.with(\"" + name + "\", …)");
        }
        return new Rejected(
                "key.wrong-type",
                "part " + name + " is " + (type == PartType.TEXT ? "the number " : "the text ") + value
                        + ", but the template takes a " + (type == PartType.TEXT ? "text" : "number") + "; declare "
                        + name + " as a " + (type == PartType.TEXT ? "number" : "text") + ", or convert the value");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof Parts that) || names.length != that.names.length) {
            return false;
        }
        for (int i = 0; i < names.length; i++) {
            if (!values[i].equals(that.value(names[i]))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (int i = 0; i < names.length; i++) {
            hash += names[i].hashCode() ^ values[i].hashCode();
        }
        return hash;
    }

    @Override
    public String toString() {
        var out = new StringBuilder("{");
        for (int i = 0; i < names.length; i++) {
            out.append(i == 0 ? "" : ", ").append(names[i]).append('=').append(values[i]);
        }
        return out.append('}').toString();
    }
}
