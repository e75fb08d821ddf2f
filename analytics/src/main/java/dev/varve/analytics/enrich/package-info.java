/**
 * Owns the enrichment of hits: page and campaign from the URL, source, channel, country, device and bots, with bounded
 * caches only; leaves storing to {@code dev.varve.analytics}.
 */
@NullMarked
package dev.varve.analytics.enrich;

import org.jspecify.annotations.NullMarked;
