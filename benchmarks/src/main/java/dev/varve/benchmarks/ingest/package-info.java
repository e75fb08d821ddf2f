/** Measures how fast servers take line protocol in, this one and others, and how fast this one answers meanwhile. */
@NullMarked
package dev.varve.benchmarks.ingest;

import org.jspecify.annotations.NullMarked;
