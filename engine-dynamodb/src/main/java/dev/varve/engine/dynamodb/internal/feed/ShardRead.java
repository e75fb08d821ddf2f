package dev.varve.engine.dynamodb.internal.feed;

import dev.varve.engine.dynamodb.internal.feed.ShardPlace.After;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** What a stream says when it is asked for an iterator or for records. */
sealed interface ShardRead {

    /** Where records can be read, for some minutes. */
    record Iterator(String text) implements ShardRead {}

    /**
     * Records in order; none does not mean that there are no more.
     *
     * @param next where to read on, or null at the end of a closed shard
     */
    record Batch(List<Record> records, @Nullable String next) implements ShardRead {

        /** Returns where a reader stands who was there and has read these. */
        ShardPlace from(ShardPlace place) {
            return records.isEmpty()
                    ? place
                    : new After(records.get(records.size() - 1).dynamodb().sequenceNumber());
        }
    }

    /** Why there is neither. */
    enum Refusal implements ShardRead {
        /** The iterator is too old. */
        EXPIRED,
        /** Records behind this place are no longer kept. */
        TRIMMED,
        /** There is no such shard any more. */
        MISSING
    }
}
