/** Owns the HTTP routes that create, list and revoke tokens; leaves the tokens themselves to {@code auth}. */
@NullMarked
package dev.varve.server.access;

import org.jspecify.annotations.NullMarked;
