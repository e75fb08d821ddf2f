/** Owns what the query command makes of answers: tables, CSV and charts of readings, rollup rows and site statistics. */
@NullMarked
package dev.varve.cli.query;

import org.jspecify.annotations.NullMarked;
