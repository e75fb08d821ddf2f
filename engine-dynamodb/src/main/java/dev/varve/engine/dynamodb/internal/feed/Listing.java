package dev.varve.engine.dynamodb.internal.feed;

/**
 * The shards of a table's stream.
 *
 * @param stream the ARN of the stream
 * @param epochSecond when they were listed, by the server's clock, or 0 if unknown
 */
record Listing(String stream, ShardGraph shards, long epochSecond) {

    Listing with(ShardGraph others) {
        return new Listing(stream, others, epochSecond);
    }
}
