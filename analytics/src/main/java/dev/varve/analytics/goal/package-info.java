/** Owns goals and funnels as sites declare them; leaves counting them to {@code stats}. */
@NullMarked
package dev.varve.analytics.goal;

import org.jspecify.annotations.NullMarked;
