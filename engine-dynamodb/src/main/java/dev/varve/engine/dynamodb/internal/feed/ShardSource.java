package dev.varve.engine.dynamodb.internal.feed;

import java.util.concurrent.CompletableFuture;

/** What a stream can be asked; each call is one request or, for the listing, some. */
interface ShardSource {

    /** Lists the shards of the table's newest stream. */
    CompletableFuture<Listing> list();

    /** Returns an iterator at this place; {@link ShardPlace.Fixed#LATEST} is where the shard ends now. */
    CompletableFuture<ShardRead> iterator(String stream, String shard, ShardPlace place);

    /** Returns up to {@code most} records. */
    CompletableFuture<ShardRead> records(String iterator, int most);
}
