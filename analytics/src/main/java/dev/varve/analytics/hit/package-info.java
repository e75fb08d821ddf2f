/** What visitors do on a site, one record each; knows nothing of how it is stored or counted. */
@NullMarked
package dev.varve.analytics.hit;

import org.jspecify.annotations.NullMarked;
