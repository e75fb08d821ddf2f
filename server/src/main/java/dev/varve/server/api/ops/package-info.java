/** Owns the JSON of health and readiness over HTTP; leaves the checks to {@code server.ops}. */
@NullMarked
package dev.varve.server.api.ops;

import org.jspecify.annotations.NullMarked;
