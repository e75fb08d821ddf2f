/**
 * Owns the translation of conditions on records into conditions on items; leaves both to their packages.
 */
@NullMarked
package dev.varve.table.internal;

import org.jspecify.annotations.NullMarked;
