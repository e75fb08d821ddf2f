/** Owns what is reported of requests and of incoming data; leaves the numbers to {@code ops}. */
@NullMarked
package dev.varve.server.http.meter;

import org.jspecify.annotations.NullMarked;
