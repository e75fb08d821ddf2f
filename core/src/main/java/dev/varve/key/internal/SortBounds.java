package dev.varve.key.internal;

/**
 * The part of a partition to read, as one key condition.
 *
 * <p>Both ends are inclusive, as in DynamoDB's {@code BETWEEN}: the upper end is a key that no template writes unless it
 * is itself wanted, so nothing has to be filtered away.
 */
public sealed interface SortBounds {

    /** The whole partition: no condition on the sort key. */
    record All() implements SortBounds {}

    /** The items with {@code atLeast <= sort key <= atMost}, compared as DynamoDB does: texts by their UTF-8 bytes. */
    record Between(SortKey atLeast, SortKey atMost) implements SortBounds {}

    /** Returns the bounds that leave nothing out. */
    static SortBounds all() {
        return new All();
    }

    /** Returns the bounds around the texts from {@code atLeast} to {@code atMost}, both included. */
    static SortBounds between(String atLeast, String atMost) {
        return new Between(SortKey.of(atLeast), SortKey.of(atMost));
    }

    /** Returns the bounds around the numbers from {@code atLeast} to {@code atMost}, both included. */
    static SortBounds between(long atLeast, long atMost) {
        return new Between(SortKey.of(atLeast), SortKey.of(atMost));
    }

    /** Returns the bounds around every text that begins with the prefix. */
    static SortBounds prefix(String prefix) {
        return prefix.isEmpty() ? all() : between(prefix, prefix + PartEncoding.CEILING);
    }
}
