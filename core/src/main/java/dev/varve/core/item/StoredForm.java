package dev.varve.core.item;

/**
 * The value an object is stored as, to compare it with.
 *
 * @param isCut whether the value is less than the object, because the attribute holds no finer instants
 */
public record StoredForm(Value value, boolean isCut) {}
