/** Owns the JSON of channels and deliveries over HTTP; leaves storing and sending to {@code server.channel}. */
@NullMarked
package dev.varve.server.api.channel;

import org.jspecify.annotations.NullMarked;
