/**
 * Owns the harness through which tests see an engine, its clock and its seeds; leaves what engines must do to {@code
 * contract}, chance to {@code random}, misfortune to {@code fault} and the real thing to {@code local}.
 */
@NullMarked
package dev.varve.testkit;

import org.jspecify.annotations.NullMarked;
