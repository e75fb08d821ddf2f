/** Owns converting values, items and keys to and from the SDK's types; leaves their meaning to core. */
@NullMarked
package dev.varve.engine.dynamodb.internal.value;

import org.jspecify.annotations.NullMarked;
