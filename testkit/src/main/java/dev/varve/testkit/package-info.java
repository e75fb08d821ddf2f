/**
 * Owns the harness of an engine under test and its clock; leaves the contracts to {@code contract}, random data to
 * {@code random}, faults to {@code fault} and DynamoDB Local to {@code local}.
 */
@NullMarked
package dev.varve.testkit;

import org.jspecify.annotations.NullMarked;
