/** Owns what the query command makes of answers: rows, CSV and charts of readings, aggregates and visits. */
@NullMarked
package dev.varve.cli.query;

import org.jspecify.annotations.NullMarked;
