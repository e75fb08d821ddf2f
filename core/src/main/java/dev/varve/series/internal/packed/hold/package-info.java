/**
 * Owns which records of journals consumers still need, and how long the own journal is; leaves trimming to {@code seal} and
 * {@code follow}.
 */
@NullMarked
package dev.varve.series.internal.packed.hold;

import org.jspecify.annotations.NullMarked;
