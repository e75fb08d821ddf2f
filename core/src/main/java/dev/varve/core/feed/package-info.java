/**
 * Owns the feed port, the changes of a table, readable again from any position that is still kept; and consumers that
 * read it under a name, at least once and in order; leaves what is done with changes to their handlers.
 */
@NullMarked
package dev.varve.core.feed;

import org.jspecify.annotations.NullMarked;
