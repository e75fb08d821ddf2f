/** Owns the look of output in a terminal: tables, charts, colours and progress; leaves its content to the commands. */
@NullMarked
package dev.varve.cli.show;

import org.jspecify.annotations.NullMarked;
