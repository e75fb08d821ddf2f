/** Owns the results of the query command as tables, CSV and charts; leaves terminal output to {@code show}. */
@NullMarked
package dev.varve.cli.query;

import org.jspecify.annotations.NullMarked;
