/** Owns the varve command; leaves the work behind each subcommand to the library. */
@NullMarked
package dev.varve.cli;

import org.jspecify.annotations.NullMarked;
