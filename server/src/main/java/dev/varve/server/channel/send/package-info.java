/** Owns the rendering and sending of one message; leaves retries and records of them to {@code channel.delivery}. */
@NullMarked
package dev.varve.server.channel.send;

import org.jspecify.annotations.NullMarked;
