package dev.varve.item.internal;

import dev.varve.item.Value;

/**
 * The stored value of an object, for comparisons.
 *
 * @param isCut whether the value was truncated and is less than the object, because the attribute's format is coarser
 */
public record StoredValue(Value value, boolean isCut) {}
