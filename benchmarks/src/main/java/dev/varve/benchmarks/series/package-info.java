/**
 * Owns the measurements of series, from record to request and back; leaves measuring the engines to the other packages.
 */
@NullMarked
package dev.varve.benchmarks.series;

import org.jspecify.annotations.NullMarked;
