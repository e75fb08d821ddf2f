/**
 * Owns the evaluation of rules and detectors: state per device, transitions, commits; leaves the declared types to
 * {@code alert}.
 */
@NullMarked
package dev.varve.alert.internal;

import org.jspecify.annotations.NullMarked;
