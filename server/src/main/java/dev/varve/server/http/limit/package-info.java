/** Owns limits of requests: memory, bodies, slow clients; leaves connections to {@code http}. */
@NullMarked
package dev.varve.server.http.limit;

import org.jspecify.annotations.NullMarked;
