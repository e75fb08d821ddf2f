/**
 * Owns what a request means on a store that can read an item and replace it under a lock – decisions on writes and
 * transactions, pages, capacity – so that embedded engines agree by construction; leaves storage, locks and logs to them.
 */
@NullMarked
package dev.varve.core.embedded;

import org.jspecify.annotations.NullMarked;
