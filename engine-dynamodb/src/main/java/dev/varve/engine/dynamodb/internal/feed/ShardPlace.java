package dev.varve.engine.dynamodb.internal.feed;

/** The place of a reader in one shard. */
sealed interface ShardPlace {

    /** After the record with this sequence number. */
    record After(String sequence) implements ShardPlace {}

    /** After a record from before the {@link ShardMark}; the following records may also be from before it. */
    record Skipped(String sequence) implements ShardPlace {}

    /** Returns whether the place needs a mark to have a meaning. */
    default boolean needsMark() {
        return this == Fixed.LATEST || this instanceof Skipped;
    }

    /** A place without a sequence number. */
    enum Fixed implements ShardPlace {
        /** Before the first record the shard ever had; a missing record is a loss. */
        START,
        /** Before the oldest record that exists when the shard is read. */
        HORIZON,
        /** Where the shard ended when its {@link ShardMark} was made. */
        LATEST,
        /** After the last record of a closed shard. */
        FINISHED
    }
}
