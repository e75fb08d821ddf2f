/** Owns the contracts of change feeds and their consumers; leaves the writes that cause changes to {@code table}. */
@NullMarked
package dev.varve.testkit.contract.feed;

import org.jspecify.annotations.NullMarked;
