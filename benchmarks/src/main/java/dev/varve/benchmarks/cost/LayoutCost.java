package dev.varve.benchmarks.cost;

import dev.varve.table.Capacity;
import java.util.Map;

/**
 * What a layout costs.
 *
 * @param stored the units for storing the readings of a day, with their newest values
 * @param rows the units for keeping the rows of that day
 * @param bytes the billed bytes of everything after that day
 * @param reads the read units of each standard read
 */
record LayoutCost(
        Layout layout, Capacity.Units stored, Capacity.Units rows, double bytes, Map<StandardRead, Double> reads) {

    Capacity.Units all() {
        return stored.plus(rows);
    }

    LayoutCost times(double factor) {
        return new LayoutCost(layout, times(stored, factor), times(rows, factor), bytes * factor, reads);
    }

    private static Capacity.Units times(Capacity.Units units, double factor) {
        return new Capacity.Units(units.read() * factor, units.write() * factor);
    }
}
