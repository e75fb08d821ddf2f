/** Owns building the SDK's requests, as pure functions of Varve's requests; leaves sending to {@code call}. */
@NullMarked
package dev.varve.engine.dynamodb.internal.plan;

import org.jspecify.annotations.NullMarked;
