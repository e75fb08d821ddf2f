/** Owns how a DynamoDB table is opened; leaves requests and responses to its internal package. */
@NullMarked
package dev.varve.engine.dynamodb;

import org.jspecify.annotations.NullMarked;
