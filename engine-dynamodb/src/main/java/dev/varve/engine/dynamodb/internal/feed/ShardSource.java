package dev.varve.engine.dynamodb.internal.feed;

import java.util.concurrent.CompletableFuture;

/** Reads a stream. Each call is one request; a listing may take several. */
interface ShardSource {

    /** Lists the shards of the table's newest stream. */
    CompletableFuture<Listing> list();

    /** Returns an iterator at this place; {@link ShardPlace.Fixed#LATEST} is the current end of the shard. */
    CompletableFuture<ShardRead> iterator(String stream, String shard, ShardPlace place);

    /** Returns up to {@code most} records. */
    CompletableFuture<ShardRead> records(String iterator, int most);
}
