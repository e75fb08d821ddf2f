/**
 * Owns the differential proof: the same random operations on every engine, compared result by result; leaves the
 * definition of the right result to DynamoDB, and the behaviour of a single engine to the contracts of the test kit.
 */
@NullMarked
package dev.varve.proofs.diff;

import org.jspecify.annotations.NullMarked;
