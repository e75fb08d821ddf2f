package dev.varve.engine.dynamodb.internal.feed;

import org.jspecify.annotations.Nullable;

/**
 * A shard as its stream lists it.
 *
 * @param parent the shard it goes on from, listed or not, or null for one that goes on from none
 * @param closed whether it takes no more records
 */
record Shard(String id, @Nullable String parent, boolean closed) {}
