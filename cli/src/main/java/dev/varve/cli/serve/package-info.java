/** Owns starting and stopping a server from the command line; leaves serving to the server module. */
@NullMarked
package dev.varve.cli.serve;

import org.jspecify.annotations.NullMarked;
