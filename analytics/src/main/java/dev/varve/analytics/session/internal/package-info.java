/** Owns the fold of hits into sessions, visitors' logs and realtime rows; leaves reading them to {@code session}. */
@NullMarked
package dev.varve.analytics.session.internal;

import org.jspecify.annotations.NullMarked;
