package dev.varve.key.internal;

import dev.varve.key.internal.text.PartEncoding;

/**
 * The range of sort keys to read from a partition, as one key condition.
 *
 * <p>Both ends are inclusive, as in DynamoDB's {@code BETWEEN}. The upper end is a wanted key or one that no template
 * writes, so no filter is needed.
 */
public sealed interface SortBounds {

    /** The whole partition: no condition on the sort key. */
    record All() implements SortBounds {}

    /** The items with {@code atLeast <= sort key <= atMost}, compared as DynamoDB does: texts by their UTF-8 bytes. */
    record Between(SortKey atLeast, SortKey atMost) implements SortBounds {}

    /** Returns the bounds of all sort keys. */
    static SortBounds all() {
        return new All();
    }

    /** Returns the bounds of the texts from {@code atLeast} to {@code atMost}, both included. */
    static SortBounds between(String atLeast, String atMost) {
        return new Between(SortKey.of(atLeast), SortKey.of(atMost));
    }

    /** Returns the bounds of the numbers from {@code atLeast} to {@code atMost}, both included. */
    static SortBounds between(long atLeast, long atMost) {
        return new Between(SortKey.of(atLeast), SortKey.of(atMost));
    }

    /** Returns the bounds of all texts that begin with the prefix. */
    static SortBounds prefix(String prefix) {
        return prefix.isEmpty() ? all() : between(prefix, prefix + PartEncoding.CEILING);
    }
}
