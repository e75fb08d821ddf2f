/** Owns everything that touches the AWS SDK; leaves what the engine promises to its public package. */
@NullMarked
package dev.varve.engine.dynamodb.internal;

import org.jspecify.annotations.NullMarked;
