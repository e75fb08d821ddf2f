package dev.varve.key;

import dev.varve.error.Rejected;
import dev.varve.key.internal.text.PartEncoding;
import org.jspecify.annotations.Nullable;

/**
 * A range of one part of a sort key: {@code [from, to)}, or texts that begin with a prefix. Numbers are compared by
 * value and texts by their UTF-8 bytes, as in DynamoDB, independent of the order of the keys. The last code point of
 * Unicode is unassigned; keys store it as {@code %F4%8F%BF%BF}, and it is compared as that text.
 *
 * @param from the lower bound, included, or null for none
 * @param to the upper bound, excluded, or null for none
 * @param prefix the prefix of the part, or null for any
 */
public record PartRange(
        @Nullable Parts from, @Nullable Parts to, @Nullable Parts prefix) {

    private static final PartRange ALL = new PartRange(null, null, null);

    public PartRange {
        if (prefix != null && (from != null || to != null)) {
            throw new Rejected(
                    "key.range-and-prefix",
                    "a part of the key is bounded by " + (from == null ? to : from) + " and by the prefix " + prefix
                            + ": use only one of them");
        }
    }

    /** Returns the range of all values. */
    public static PartRange all() {
        return ALL;
    }

    /** Returns this range with an inclusive lower bound. */
    public PartRange from(Parts part) {
        return new PartRange(part, to, prefix);
    }

    /** Returns this range with an exclusive upper bound. */
    public PartRange to(Parts part) {
        return new PartRange(from, part, prefix);
    }

    /** Returns the range of the texts that begin with this one. */
    public PartRange beginningWith(Parts part) {
        return new PartRange(from, to, part);
    }

    /** Returns whether the bounded part of this key is in the range. */
    public boolean holds(Parts key) {
        if (prefix != null) {
            String name = nameOf(prefix);
            return key.text(name).startsWith(prefix.text(name));
        }
        return (from == null || compare(key, from) >= 0) && (to == null || compare(key, to) < 0);
    }

    /** Returns whether the range contains no value because {@code to} is not above {@code from}. */
    public boolean isEmpty() {
        return from != null && to != null && compare(from, to) >= 0;
    }

    private static int compare(Parts key, Parts bound) {
        String name = nameOf(bound);
        return bound.isText(name)
                ? PartEncoding.compareParts(key.text(name), bound.text(name))
                : key.number(name).compareTo(bound.number(name));
    }

    private static String nameOf(Parts bound) {
        return bound.names().iterator().next();
    }

    /** Returns whether this range contains all values. */
    public boolean isAll() {
        return from == null && to == null && prefix == null;
    }
}
