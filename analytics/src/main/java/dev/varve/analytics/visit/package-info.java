/** Visits: the hits of one visitor taken together, and how they are kept up to date. */
@NullMarked
package dev.varve.analytics.visit;

import org.jspecify.annotations.NullMarked;
