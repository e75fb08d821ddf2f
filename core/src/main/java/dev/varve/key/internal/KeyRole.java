package dev.varve.key.internal;

/** The key attribute that a template writes, with DynamoDB's limit for it. */
enum KeyRole {
    /** A partition key has at most 2,048 bytes. */
    PARTITION("partition", 2_048),
    /** A sort key has at most 1,024 bytes. */
    SORT("sort", 1_024);

    private final String word;
    private final int maxBytes;

    KeyRole(String word, int maxBytes) {
        this.word = word;
        this.maxBytes = maxBytes;
    }

    String word() {
        return word;
    }

    int maxBytes() {
        return maxBytes;
    }
}
