/** Owns random series, what may be done with them, and the naive model they must agree with; leaves engines to its callers. */
@NullMarked
package dev.varve.testkit.model;

import org.jspecify.annotations.NullMarked;
