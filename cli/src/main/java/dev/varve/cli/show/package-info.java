/** Owns how answers look in a terminal: tables, charts, colours and progress; knows nothing of where they come from. */
@NullMarked
package dev.varve.cli.show;

import org.jspecify.annotations.NullMarked;
