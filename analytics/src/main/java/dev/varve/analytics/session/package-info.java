/**
 * Owns what is known of sessions, single visitors and the current minutes; leaves keeping it up to date to its {@code
 * internal} package, counting to {@code stats}.
 */
@NullMarked
package dev.varve.analytics.session;

import org.jspecify.annotations.NullMarked;
