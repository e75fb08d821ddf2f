package dev.varve.series.internal.current;

import dev.varve.series.internal.definition.CurrentDefinition;
import dev.varve.table.Table;

/**
 * The current records of an open series.
 *
 * @param table the table of the current records, which may differ from that of the events
 * @param items converts current records to items and back
 */
public record CurrentStore<C extends Record>(Table table, CurrentDefinition<C> definition, CurrentItems<C> items) {}
