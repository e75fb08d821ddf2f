/** Owns what all bodies of the HTTP API share: errors, costs and annotations; leaves the bodies to its sub-packages. */
@NullMarked
package dev.varve.server.api;

import org.jspecify.annotations.NullMarked;
