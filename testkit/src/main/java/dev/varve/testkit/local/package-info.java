/** Owns DynamoDB Local inside a test run; leaves what is tested with it to the test. */
@NullMarked
package dev.varve.testkit.local;

import org.jspecify.annotations.NullMarked;
