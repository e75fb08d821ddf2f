/**
 * Owns the comparison of the DynamoDB engine with hand-written requests without a network; leaves series to {@code
 * series}.
 */
@NullMarked
package dev.varve.benchmarks.request;

import org.jspecify.annotations.NullMarked;
