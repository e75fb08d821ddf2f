package dev.varve.engine.dynamodb.internal.feed;

/**
 * The shards of a table's stream.
 *
 * @param stream the stream's address
 * @param epochSecond when they were listed, by the server's clock, or 0 where that is not known
 */
record Listing(String stream, ShardGraph shards, long epochSecond) {

    Listing with(ShardGraph others) {
        return new Listing(stream, others, epochSecond);
    }
}
