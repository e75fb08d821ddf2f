/**
 * Owns what a set of tables holds: the declared series and entities, and the proof that their items never collide; leaves
 * the behaviour of series and entities to their packages.
 */
@NullMarked
package dev.varve.schema;

import org.jspecify.annotations.NullMarked;
