package dev.varve.engine.dynamodb.internal.feed;

import java.time.Duration;
import java.time.Instant;

/**
 * A moment at which somebody asked for the end of a feed. A shard that had no record to name then is read on from an
 * iterator the process keeps, or, without one, from its oldest record, leaving out those from before the moment.
 *
 * @param epochSecond the moment by the server's clock, or 0 where it is not known
 * @param nonce tells marks of one second apart, those of other processes too
 */
record ShardMark(long epochSecond, String nonce) {

    /** How far a record's time may lie behind: it is cut to the second, by DynamoDB Local to the minute. */
    private static final Duration SLACK = Duration.ofMinutes(1);

    boolean isAfter(Instant recordTime) {
        return recordTime.isBefore(Instant.ofEpochSecond(epochSecond).minus(SLACK));
    }
}
