/** Owns the mapping of entities to items, keys and conditional writes; leaves the declared types to {@code entity}. */
@NullMarked
package dev.varve.entity.internal;

import org.jspecify.annotations.NullMarked;
