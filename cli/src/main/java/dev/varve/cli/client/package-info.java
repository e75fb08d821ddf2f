/** Owns how the command reaches a database: always by the server's HTTP API, whether that runs elsewhere or in this process. */
@NullMarked
package dev.varve.cli.client;

import org.jspecify.annotations.NullMarked;
