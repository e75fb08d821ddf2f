/** Owns the records of hits: page views and custom events; leaves storing and counting them to other packages. */
@NullMarked
package dev.varve.analytics.hit;

import org.jspecify.annotations.NullMarked;
