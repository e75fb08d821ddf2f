/**
 * Owns consumers of a change feed: delivery at least once and in order per item, checkpoints, dead letters; leaves
 * reading changes to the engines and handling them to {@link dev.varve.feed.ChangeHandler}.
 */
@NullMarked
package dev.varve.feed;

import org.jspecify.annotations.NullMarked;
