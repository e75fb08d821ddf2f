/** Measures that also depend on the last reading before a bucket. */
@NullMarked
package dev.varve.rollup.internal.carried;

import org.jspecify.annotations.NullMarked;
