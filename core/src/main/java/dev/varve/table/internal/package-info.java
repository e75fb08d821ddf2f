/**
 * Owns bulk reads and deletes, and the translation of conditions on records into conditions on items; leaves single
 * requests to {@code table}.
 */
@NullMarked
package dev.varve.table.internal;

import org.jspecify.annotations.NullMarked;
