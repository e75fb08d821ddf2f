package dev.varve.engine.dynamodb.internal.feed;

import java.time.Duration;
import java.time.Instant;

/**
 * A moment at which a caller requested the end of a feed. A shard without a record at that moment is read with an
 * iterator that this process keeps. Without an iterator it is read from its oldest record, and records from before the
 * moment are skipped.
 *
 * @param epochSecond the moment by the server's clock, or 0 if unknown
 * @param nonce distinguishes marks of the same second, also of other processes
 */
record ShardMark(long epochSecond, String nonce) {

    /** How far a record's time may be behind: it is truncated to the second, on DynamoDB Local to the minute. */
    private static final Duration SLACK = Duration.ofMinutes(1);

    boolean isAfter(Instant recordTime) {
        return recordTime.isBefore(Instant.ofEpochSecond(epochSecond).minus(SLACK));
    }
}
