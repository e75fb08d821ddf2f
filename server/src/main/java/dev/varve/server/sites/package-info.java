/** Sites by HTTP: hits that come in, statistics, goals and visitors that are asked for; counting is left to analytics. */
@NullMarked
package dev.varve.server.sites;

import org.jspecify.annotations.NullMarked;
