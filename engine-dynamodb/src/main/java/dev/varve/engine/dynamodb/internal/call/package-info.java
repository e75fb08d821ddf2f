/** Owns the network: sending, retries and the translation of errors; leaves building requests to {@code plan}. */
@NullMarked
package dev.varve.engine.dynamodb.internal.call;

import org.jspecify.annotations.NullMarked;
