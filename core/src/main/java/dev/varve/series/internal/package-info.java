/**
 * Owns the access to what applications do not see of open series; leaves their work to {@code definition}, {@code append},
 * {@code current} and {@code read}.
 */
@NullMarked
package dev.varve.series.internal;

import org.jspecify.annotations.NullMarked;
