/** Owns DynamoDB's expression texts, every name and value aliased; leaves which conditions to send to {@code plan}. */
@NullMarked
package dev.varve.engine.dynamodb.internal.expression;

import org.jspecify.annotations.NullMarked;
