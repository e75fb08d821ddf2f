/** Owns the service: one server over one database; leaves requests to {@code http} and routes to the packages below. */
@NullMarked
package dev.varve.server;

import org.jspecify.annotations.NullMarked;
