/** Owns the connection to a database, always through the HTTP API of a running or an in-process server; leaves commands to others. */
@NullMarked
package dev.varve.cli.client;

import org.jspecify.annotations.NullMarked;
