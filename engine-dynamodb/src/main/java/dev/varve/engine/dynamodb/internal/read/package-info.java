/** Owns what answers mean: pure functions from the SDK's responses to results; leaves further requests to {@code table}. */
@NullMarked
package dev.varve.engine.dynamodb.internal.read;

import org.jspecify.annotations.NullMarked;
