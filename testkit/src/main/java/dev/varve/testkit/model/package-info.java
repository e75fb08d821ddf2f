/** Owns random series, random operations on them, and the naive model they must match; leaves engines to its callers. */
@NullMarked
package dev.varve.testkit.model;

import org.jspecify.annotations.NullMarked;
