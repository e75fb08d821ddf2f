package dev.varve.key;

import dev.varve.error.Rejected;
import dev.varve.key.internal.PartEncoding;
import org.jspecify.annotations.Nullable;

/**
 * What one part of a sort key may be: {@code [from, to)}, or texts that begin with a prefix. Numbers are compared as
 * numbers and texts by their UTF-8 bytes, as DynamoDB compares them, whatever the order of the keys is. The last
 * character of Unicode, which is not assigned and which keys hold as {@code %F4%8F%BF%BF}, counts as that text.
 *
 * @param from the lowest value, or null for no lower bound
 * @param to the value that is above all others, or null for no upper bound
 * @param prefix the part's beginning, or null for any
 */
public record PartRange(
        @Nullable Parts from, @Nullable Parts to, @Nullable Parts prefix) {

    private static final PartRange ALL = new PartRange(null, null, null);

    public PartRange {
        if (prefix != null && (from != null || to != null)) {
            throw new Rejected(
                    "key.range-and-prefix",
                    "a part of the key is bounded by " + (from == null ? to : from) + " and by the prefix " + prefix
                            + ": one of them is enough");
        }
    }

    /** Returns the range that leaves nothing out. */
    public static PartRange all() {
        return ALL;
    }

    /** Returns this range with a lower bound, which belongs to it. */
    public PartRange from(Parts part) {
        return new PartRange(part, to, prefix);
    }

    /** Returns this range with an upper bound, which does not belong to it. */
    public PartRange to(Parts part) {
        return new PartRange(from, part, prefix);
    }

    /** Returns the range of the parts that begin with this one. */
    public PartRange beginningWith(Parts part) {
        return new PartRange(from, to, part);
    }

    /** Returns whether the part that this range bounds is in it, among the parts of a key. */
    public boolean holds(Parts key) {
        if (prefix != null) {
            String name = nameOf(prefix);
            return key.text(name).startsWith(prefix.text(name));
        }
        return (from == null || compare(key, from) >= 0) && (to == null || compare(key, to) < 0);
    }

    /** Returns whether no value is in this range, because its end is not above its beginning. */
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

    /** Returns whether this range leaves nothing out. */
    public boolean isAll() {
        return from == null && to == null && prefix == null;
    }
}
