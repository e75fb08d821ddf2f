/** Owns the records of deliveries, their grouping and their retries; leaves each single attempt to {@code channel.send}. */
@NullMarked
package dev.varve.server.channel.delivery;

import org.jspecify.annotations.NullMarked;
