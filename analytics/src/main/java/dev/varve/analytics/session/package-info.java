/** Owns sessions, visitors' logs and realtime rows, and keeps them up to date; leaves counting to {@code stats}. */
@NullMarked
package dev.varve.analytics.session;

import org.jspecify.annotations.NullMarked;
