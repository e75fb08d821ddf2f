/**
 * Owns the content of a record of the journal: the bytes of the changes of a step; leaves the journals themselves to
 * {@code journal}.
 */
@NullMarked
package dev.varve.series.internal.packed.frame;

import org.jspecify.annotations.NullMarked;
