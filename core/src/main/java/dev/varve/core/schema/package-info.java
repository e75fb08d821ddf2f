/**
 * Owns what tables are to hold: the kinds of items declared for them, the proof that these keep apart, and the record of
 * the declarations kept in the table itself. Leaves what a series or an entity does to their packages.
 */
@NullMarked
package dev.varve.core.schema;

import org.jspecify.annotations.NullMarked;
