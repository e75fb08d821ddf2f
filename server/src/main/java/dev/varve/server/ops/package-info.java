/** Owns health, readiness and metrics of the server; leaves what is measured to the packages that report it. */
@NullMarked
package dev.varve.server.ops;

import org.jspecify.annotations.NullMarked;
