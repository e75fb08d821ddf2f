/**
 * Owns reads of packed events: it joins blocks and memory to pages, records and columns; leaves the meaning of a query to
 * {@code series.internal.read}.
 */
@NullMarked
package dev.varve.series.internal.packed.read;

import org.jspecify.annotations.NullMarked;
