/**
 * Owns the declarations of a set of tables and the check that their items never collide; leaves the behaviour of series
 * and entities to their packages.
 */
@NullMarked
package dev.varve.schema;

import org.jspecify.annotations.NullMarked;
