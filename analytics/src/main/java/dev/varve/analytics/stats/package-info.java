/** What hits and visits come to: numbers, top lists, goals and funnels, of raw hits or of rows made from them. */
@NullMarked
package dev.varve.analytics.stats;

import org.jspecify.annotations.NullMarked;
