/** Owns the description of operations of the HTTP API; leaves their bodies to {@code api} and serving them to {@code http}. */
@NullMarked
package dev.varve.server.contract;

import org.jspecify.annotations.NullMarked;
