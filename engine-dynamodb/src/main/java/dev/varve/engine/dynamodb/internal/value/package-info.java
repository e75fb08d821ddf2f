/** Owns how values, items and keys are written for the SDK and read back; leaves what they mean to core. */
@NullMarked
package dev.varve.engine.dynamodb.internal.value;

import org.jspecify.annotations.NullMarked;
