/**
 * Owns the inside of a feed consumer: lease, stored state, delivery, retries; leaves its interface to {@code feed}.
 */
@NullMarked
package dev.varve.feed.internal;

import org.jspecify.annotations.NullMarked;
