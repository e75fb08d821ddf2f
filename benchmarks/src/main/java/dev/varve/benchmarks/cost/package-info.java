/**
 * Owns the comparison of what layouts cost on DynamoDB: units of writes and reads, and bytes; leaves the speed of engines to
 * other packages.
 */
@NullMarked
package dev.varve.benchmarks.cost;

import org.jspecify.annotations.NullMarked;
