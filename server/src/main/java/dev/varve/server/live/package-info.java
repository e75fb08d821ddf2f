/** Tells those who listen what happens: readings, alerts, how the fleet and sites are. */
@NullMarked
package dev.varve.server.live;

import org.jspecify.annotations.NullMarked;
