/**
 * What a hit tells besides itself: the page and campaign in its address, where it came from, what it was made with, in
 * which country; and who is a bot. Keeps nothing but bounded caches; leaves storing to the model.
 */
@NullMarked
package dev.varve.analytics.enrich;

import org.jspecify.annotations.NullMarked;
