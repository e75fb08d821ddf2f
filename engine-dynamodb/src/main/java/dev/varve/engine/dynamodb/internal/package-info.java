/** Owns everything that uses the AWS SDK; leaves the API of the engine to its public package. */
@NullMarked
package dev.varve.engine.dynamodb.internal;

import org.jspecify.annotations.NullMarked;
