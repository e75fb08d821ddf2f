/**
 * Owns the checks between declarations, and the schema item that records them in the table; leaves the declarations to
 * {@code schema}.
 */
@NullMarked
package dev.varve.schema.internal;

import org.jspecify.annotations.NullMarked;
