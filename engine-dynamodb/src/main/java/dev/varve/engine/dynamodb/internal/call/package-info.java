/** Owns the network: sending, retries, and what an error means for the caller; leaves what is sent to {@code plan}. */
@NullMarked
package dev.varve.engine.dynamodb.internal.call;

import org.jspecify.annotations.NullMarked;
