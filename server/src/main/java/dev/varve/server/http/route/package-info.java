/** Owns routes, requests and their parameters; leaves serving them to {@code http}. */
@NullMarked
package dev.varve.server.http.route;

import org.jspecify.annotations.NullMarked;
