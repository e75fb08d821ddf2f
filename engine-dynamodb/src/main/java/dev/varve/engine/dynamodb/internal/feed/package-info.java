/**
 * Owns the feed of a table: its stream's shards as one line of changes, and positions that say where each of them stands;
 * leaves what a record means to {@code read}.
 */
@NullMarked
package dev.varve.engine.dynamodb.internal.feed;

import org.jspecify.annotations.NullMarked;
