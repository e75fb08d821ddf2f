package dev.varve.item.internal;

import dev.varve.item.Value;

/**
 * The value an object is stored as, to compare it with.
 *
 * @param isCut whether the value is less than the object, because the attribute holds no finer instants
 */
public record StoredValue(Value value, boolean isCut) {}
