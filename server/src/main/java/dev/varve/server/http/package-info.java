/** Owns requests and answers: access, limits, errors and formats; leaves the endpoints to the packages that define routes. */
@NullMarked
package dev.varve.server.http;

import org.jspecify.annotations.NullMarked;
