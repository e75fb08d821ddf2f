/** Owns notification channels and their routes; leaves sending to {@code send} and retries to {@code delivery}. */
@NullMarked
package dev.varve.server.channel;

import org.jspecify.annotations.NullMarked;
