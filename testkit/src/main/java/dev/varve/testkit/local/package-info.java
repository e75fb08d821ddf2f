/** Owns running DynamoDB Local inside a test run; leaves the tests to its users. */
@NullMarked
package dev.varve.testkit.local;

import org.jspecify.annotations.NullMarked;
