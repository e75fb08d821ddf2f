/** Owns the HTTP routes of tokens and shared links; leaves the tokens and links themselves to {@code auth}. */
@NullMarked
package dev.varve.server.access;

import org.jspecify.annotations.NullMarked;
