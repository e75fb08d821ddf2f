/** Owns the comparison of the DynamoDB engine with requests written by hand; leaves the network out of it. */
@NullMarked
package dev.varve.benchmarks.request;

import org.jspecify.annotations.NullMarked;
