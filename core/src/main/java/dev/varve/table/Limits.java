package dev.varve.table;

import dev.varve.error.Rejected;
import java.time.Duration;

/**
 * DynamoDB's service limits. Every engine enforces them, so that a program that works embedded also works in the cloud.
 */
public final class Limits {

    /** An item, names and values together, has at most 400 KB. */
    public static final int MAX_ITEM_BYTES = 400 * 1024;
    /** A partition key has at most 2,048 bytes. */
    public static final int MAX_PARTITION_KEY_BYTES = 2048;
    /** A sort key has at most 1,024 bytes. */
    public static final int MAX_SORT_KEY_BYTES = 1024;
    /** One request of a query or a scan examines at most 1 MB. */
    public static final int MAX_PAGE_BYTES = 1024 * 1024;
    /** BatchWriteItem takes at most 25 writes. */
    public static final int MAX_BATCH_WRITES = 25;
    /** BatchWriteItem takes at most 16 MB. */
    public static final int MAX_BATCH_BYTES = 16 * 1024 * 1024;
    /** BatchGetItem takes at most 100 keys. */
    public static final int MAX_BATCH_GETS = 100;
    /** A transaction has at most 100 actions. */
    public static final int MAX_TRANSACTION_ACTIONS = 100;
    /** A transaction has at most 4 MB. */
    public static final int MAX_TRANSACTION_BYTES = 4 * 1024 * 1024;
    /** A client token has at most 36 characters. */
    public static final int MAX_TOKEN_LENGTH = 36;
    /** DynamoDB remembers a client token for ten minutes. */
    public static final Duration TOKEN_VALIDITY = Duration.ofMinutes(10);
    /** Lists and maps nest at most 32 levels deep, the item counted as one. */
    public static final int MAX_DEPTH = 32;
    /** {@code IN} takes at most 100 values. */
    public static final int MAX_IN_VALUES = 100;
    /** A table has at most 20 global secondary indexes. */
    public static final int MAX_INDEXES = 20;
    /** A parallel scan has at most 1,000,000 segments. */
    public static final int MAX_SEGMENTS = 1_000_000;
    /** A batch get returns at most 16 MB; keys beyond that are returned unprocessed. */
    public static final int MAX_BATCH_GET_BYTES = 16 * 1024 * 1024;

    private Limits() {}

    /** Rejects a negative limit of a query or a scan. */
    static void requireNotNegative(int limit) {
        if (limit < 0) {
            throw new Rejected("query.limit", "limit %s is below 0; leave it out for no limit".formatted(limit));
        }
    }
}
