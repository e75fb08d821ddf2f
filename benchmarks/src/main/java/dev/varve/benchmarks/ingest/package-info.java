/**
 * Owns the ingest measurement: line protocol to this and other servers, and the response times of this one meanwhile;
 * leaves single requests to {@code request}.
 */
@NullMarked
package dev.varve.benchmarks.ingest;

import org.jspecify.annotations.NullMarked;
