/**
 * Owns the journals of packed series that are kept in items of the table: their records, the leases of their writers, and
 * the take-over of the journal of a writer that ended; leaves the content of records to {@code frame}.
 * {@code docs/format/journal.md} describes the items.
 */
@NullMarked
package dev.varve.series.internal.packed.journal;

import org.jspecify.annotations.NullMarked;
