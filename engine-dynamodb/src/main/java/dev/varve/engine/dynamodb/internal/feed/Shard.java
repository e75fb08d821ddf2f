package dev.varve.engine.dynamodb.internal.feed;

import org.jspecify.annotations.Nullable;

/**
 * A shard in the listing of its stream.
 *
 * @param parent the shard that this one continues, listed or not, or null if there is none
 * @param closed whether it accepts no more records
 */
record Shard(String id, @Nullable String parent, boolean closed) {}
