package dev.varve.engine.dynamodb.internal.feed;

/** Where a reader stands in one shard. */
sealed interface ShardPlace {

    /** After the record with this sequence number. */
    record After(String sequence) implements ShardPlace {}

    /** After a record from before the {@link ShardMark}; the records that follow may be as well. */
    record Skipped(String sequence) implements ShardPlace {}

    /** Returns whether the place means something only together with a mark. */
    default boolean needsMark() {
        return this == Fixed.LATEST || this instanceof Skipped;
    }

    /** A place that needs no number. */
    enum Fixed implements ShardPlace {
        /** Before the first record the shard ever had; missing one is a loss. */
        START,
        /** Before the oldest record still kept, wherever that is by the time it is read. */
        HORIZON,
        /** Where the shard ended when its {@link ShardMark} was made. */
        LATEST,
        /** After the last record of a closed shard. */
        FINISHED
    }
}
