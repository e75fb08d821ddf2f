/** Visits: the hits of one visitor taken together, and how they are kept up to date. */
@NullMarked
package dev.varve.analytics.session;

import org.jspecify.annotations.NullMarked;
