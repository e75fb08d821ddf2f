/** Owns what can be wrong with a machine, a folder, a table or a server, and what to do about each. */
@NullMarked
package dev.varve.cli.doctor;

import org.jspecify.annotations.NullMarked;
