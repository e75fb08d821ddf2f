/** Owns who may send requests: tokens, origins, trusted proxies, certificates; leaves the tokens themselves to {@code auth}. */
@NullMarked
package dev.varve.server.http.access;

import org.jspecify.annotations.NullMarked;
