/**
 * Owns how entities become items, keys and conditional writes; leaves the declared types to {@code entity}.
 */
@NullMarked
package dev.varve.entity.internal;

import org.jspecify.annotations.NullMarked;
