/** Owns the event stream of readings, alerts and the state of the fleet and of sites; leaves their content to others. */
@NullMarked
package dev.varve.server.live;

import org.jspecify.annotations.NullMarked;
