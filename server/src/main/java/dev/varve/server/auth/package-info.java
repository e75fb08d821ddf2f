/** Owns tokens, shared links, their scopes and their storage; leaves checking requests to {@code http}. */
@NullMarked
package dev.varve.server.auth;

import org.jspecify.annotations.NullMarked;
