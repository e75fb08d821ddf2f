package dev.varve.engine.dynamodb.internal.feed;

/** Where a reader stands in one shard. */
sealed interface Place {

    /** After the record with this sequence number. */
    record After(String sequence) implements Place {}

    /** After a record from before the {@link Mark}; the records that follow may be as well. */
    record Skipped(String sequence) implements Place {}

    /** Returns whether the place means something only together with a mark. */
    default boolean needsMark() {
        return this == Fixed.LATEST || this instanceof Skipped;
    }

    /** A place that needs no number. */
    enum Fixed implements Place {
        /** Before the first record the shard ever had; missing one is a loss. */
        START,
        /** Before the oldest record still kept, wherever that is by the time it is read. */
        HORIZON,
        /** Where the shard ended when its {@link Mark} was made. */
        LATEST,
        /** After the last record of a closed shard. */
        FINISHED
    }
}
