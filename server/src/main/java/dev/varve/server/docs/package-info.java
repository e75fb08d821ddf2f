/** Owns the pages that describe the API; leaves the description itself to {@code contract}. */
@NullMarked
package dev.varve.server.docs;

import org.jspecify.annotations.NullMarked;
