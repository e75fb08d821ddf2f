/**
 * Owns the change feed of a table: merging the shards of its stream, and positions that cover all shards; leaves
 * converting records to {@code read}.
 */
@NullMarked
package dev.varve.engine.dynamodb.internal.feed;

import org.jspecify.annotations.NullMarked;
