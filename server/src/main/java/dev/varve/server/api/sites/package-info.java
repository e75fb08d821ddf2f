/** Owns the JSON of sites, their statistics and goals over HTTP; leaves how it is counted to {@code server.sites}. */
@NullMarked
package dev.varve.server.api.sites;

import org.jspecify.annotations.NullMarked;
