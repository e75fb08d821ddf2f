package dev.varve.core.key;

import dev.varve.core.Rejected;
import org.jspecify.annotations.Nullable;

/**
 * What one part of a sort key may be: {@code [from, to)} in the order of the keys, or texts that begin with a prefix.
 *
 * @param from the part of the lowest key, or null for no lower bound
 * @param to the part that is above the highest key, or null for no upper bound
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

    boolean isAll() {
        return from == null && to == null && prefix == null;
    }
}
