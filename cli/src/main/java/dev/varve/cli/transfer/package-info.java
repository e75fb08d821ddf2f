/** Owns moving readings between files and a database, piece by piece, so that neither need fit into memory. */
@NullMarked
package dev.varve.cli.transfer;

import org.jspecify.annotations.NullMarked;
