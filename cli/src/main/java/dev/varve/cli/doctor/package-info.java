/** Owns the checks of a machine, a folder, a table and a server, with a remedy for each; leaves printing to the command. */
@NullMarked
package dev.varve.cli.doctor;

import org.jspecify.annotations.NullMarked;
