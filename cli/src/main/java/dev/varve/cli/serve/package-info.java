/** Owns how a server is started from the command line, told who may come in, and stopped; leaves serving to it. */
@NullMarked
package dev.varve.cli.serve;

import org.jspecify.annotations.NullMarked;
