package dev.varve.core.key;

/**
 * The part of a partition to read, as one key condition.
 *
 * <p>Both ends are inclusive, as in DynamoDB's {@code BETWEEN}: the upper end is a key that no template writes unless it
 * is itself wanted, so nothing has to be filtered away.
 */
public sealed interface Bounds {

    /** The whole partition: no condition on the sort key. */
    record All() implements Bounds {}

    /** The items with {@code atLeast <= sort key <= atMost}, compared as DynamoDB does: texts by their UTF-8 bytes. */
    record Between(SortKey atLeast, SortKey atMost) implements Bounds {}

    /** Returns the bounds that leave nothing out. */
    static Bounds all() {
        return new All();
    }

    /** Returns the bounds around the texts from {@code atLeast} to {@code atMost}, both included. */
    static Bounds between(String atLeast, String atMost) {
        return new Between(SortKey.of(atLeast), SortKey.of(atMost));
    }

    /** Returns the bounds around the numbers from {@code atLeast} to {@code atMost}, both included. */
    static Bounds between(long atLeast, long atMost) {
        return new Between(SortKey.of(atLeast), SortKey.of(atMost));
    }

    /** Returns the bounds around every text that begins with the prefix. */
    static Bounds prefix(String prefix) {
        return prefix.isEmpty() ? all() : between(prefix, prefix + KeyText.CEILING);
    }
}
