/**
 * Owns what an engine implements, and decorators of tables and engines; leaves requests and results to {@code table} and the
 * change feed to {@code feed}.
 */
@NullMarked
package dev.varve.engine;

import org.jspecify.annotations.NullMarked;
