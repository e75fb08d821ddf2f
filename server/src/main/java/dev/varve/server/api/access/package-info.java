/** Owns the JSON of tokens over HTTP; leaves what tokens allow to {@code server.auth}. */
@NullMarked
package dev.varve.server.api.access;

import org.jspecify.annotations.NullMarked;
