/** Owns the JSON of tokens and shared links over HTTP; leaves what they allow to {@code server.auth}. */
@NullMarked
package dev.varve.server.api.access;

import org.jspecify.annotations.NullMarked;
