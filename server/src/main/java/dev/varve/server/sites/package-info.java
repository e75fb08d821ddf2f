/** Owns the routes of sites: hits, statistics, goals and visitors; leaves counting to the analytics module. */
@NullMarked
package dev.varve.server.sites;

import org.jspecify.annotations.NullMarked;
