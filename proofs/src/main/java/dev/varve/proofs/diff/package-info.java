/**
 * Owns the differential proof: the same random operations on every engine, answer by answer; leaves what the right
 * answer is to DynamoDB, and what a single engine must do to the contracts of the test kit.
 */
@NullMarked
package dev.varve.proofs.diff;

import org.jspecify.annotations.NullMarked;
