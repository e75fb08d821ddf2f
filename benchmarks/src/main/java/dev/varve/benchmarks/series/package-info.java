/** Owns the measurements of series, from record to request and back; leaves the engines' own work to the others. */
@NullMarked
package dev.varve.benchmarks.series;

import org.jspecify.annotations.NullMarked;
