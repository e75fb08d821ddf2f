/** Owns import and export of readings, in pieces that fit into memory; leaves HTTP requests to {@code client}. */
@NullMarked
package dev.varve.cli.transfer;

import org.jspecify.annotations.NullMarked;
