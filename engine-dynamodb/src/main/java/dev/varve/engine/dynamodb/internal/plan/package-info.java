/** Owns what is sent: pure functions from requests to the SDK's; leaves sending to {@code call}. */
@NullMarked
package dev.varve.engine.dynamodb.internal.plan;

import org.jspecify.annotations.NullMarked;
