/**
 * Owns the feed port: the changes of a table, readable again from any position that is still kept; leaves what is done
 * with them to their readers.
 */
@NullMarked
package dev.varve.core.feed;

import org.jspecify.annotations.NullMarked;
