/**
 * Owns what an engine implements: opening tables, the change feed, disk space; leaves requests and results to
 * {@code table}.
 */
@NullMarked
package dev.varve.engine;

import org.jspecify.annotations.NullMarked;
