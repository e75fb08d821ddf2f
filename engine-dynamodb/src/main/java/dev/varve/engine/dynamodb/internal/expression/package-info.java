/**
 * Owns DynamoDB's expression texts, with aliases for every name and value; leaves the choice of conditions to {@code
 * plan}.
 */
@NullMarked
package dev.varve.engine.dynamodb.internal.expression;

import org.jspecify.annotations.NullMarked;
