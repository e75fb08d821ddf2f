/** Owns opening and configuring DynamoDB tables; leaves requests and responses to its internal package. */
@NullMarked
package dev.varve.engine.dynamodb;

import org.jspecify.annotations.NullMarked;
