package dev.varve.engine.dynamodb.internal.feed;

import dev.varve.engine.dynamodb.internal.feed.ShardPlace.After;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** The response of a stream to a request for an iterator or for records. */
sealed interface ShardRead {

    /** An iterator, valid for some minutes. */
    record Iterator(String text) implements ShardRead {}

    /**
     * Records in order. An empty batch does not mean that there are no more.
     *
     * @param next the iterator to continue with, or null at the end of a closed shard
     */
    record Batch(List<Record> records, @Nullable String next) implements ShardRead {

        /** Returns the place of a reader after it has read these records from this place. */
        ShardPlace from(ShardPlace place) {
            return records.isEmpty()
                    ? place
                    : new After(records.get(records.size() - 1).dynamodb().sequenceNumber());
        }
    }

    /** Why there is neither an iterator nor a batch. */
    enum Refusal implements ShardRead {
        /** The iterator is too old. */
        EXPIRED,
        /** Records after this place are no longer kept. */
        TRIMMED,
        /** The shard no longer exists. */
        MISSING
    }
}
