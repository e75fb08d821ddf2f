package dev.varve.rollup.internal;

import dev.varve.item.Item;
import dev.varve.key.Parts;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An event that a change of the table added, replaced or removed.
 *
 * @param before the item of the event before the change, or null if it is new
 * @param after the item of the event after the change, or null if it is removed
 */
public record TouchedEvent(
        Parts identity, Instant clock, Supplier<@Nullable Item> before, Supplier<@Nullable Item> after) {}
