/**
 * Owns the mapping of events to items, their histories, their latest event and the catalogue of identities; leaves writing
 * events to {@code append}.
 */
@NullMarked
package dev.varve.series.internal.read;

import org.jspecify.annotations.NullMarked;
