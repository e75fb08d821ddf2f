/** Owns the HTTP routes of channels and the service behind them; leaves storing and sending to the packages beside it. */
@NullMarked
package dev.varve.server.channel.api;

import org.jspecify.annotations.NullMarked;
