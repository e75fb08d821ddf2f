/** Owns converting the SDK's responses to results, as pure functions; leaves further requests to {@code table}. */
@NullMarked
package dev.varve.engine.dynamodb.internal.read;

import org.jspecify.annotations.NullMarked;
