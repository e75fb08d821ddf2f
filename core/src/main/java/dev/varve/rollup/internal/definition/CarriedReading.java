package dev.varve.rollup.internal.definition;

import dev.varve.item.Value;
import java.math.BigDecimal;

/**
 * A value and its clock.
 *
 * @param at the clock in epoch seconds
 */
public record CarriedReading(BigDecimal at, Value value) {}
