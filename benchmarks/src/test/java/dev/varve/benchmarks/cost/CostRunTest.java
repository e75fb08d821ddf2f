package dev.varve.benchmarks.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.memory.MemoryEngine;
import dev.varve.testkit.MutableClock;
import org.junit.jupiter.api.Test;

class CostRunTest {

    private static final int SENSORS = 3;
    private static final int MINUTES = 60;

    @Test
    void transactionsDoubleTheUnitsOfBothItems() {
        LayoutCost cost = cost("transaction per reading");
        assertThat(cost.stored().write()).isEqualTo(4 * SENSORS * MINUTES);
        assertThat(cost.rows().write()).isEqualTo(2 * SENSORS * MINUTES);
    }

    @Test
    void aggregationReadsAndWritesTwoRowsForEachReading() {
        LayoutCost cost = cost("put + stream aggregation");
        assertThat(cost.stored().write()).isEqualTo(SENSORS * MINUTES);
        assertThat(cost.rows().write()).isEqualTo(2 * SENSORS * MINUTES);
        assertThat(cost.rows().read()).isEqualTo(2 * SENSORS * MINUTES);
    }

    @Test
    void rowsOfASeriesCostFewerUnitsThanReadings() {
        LayoutCost cost = cost("varve, items");
        assertThat(cost.rows().write()).isPositive().isLessThan(cost.stored().write() / 2);
    }

    @Test
    void everyReadCostsSomething() {
        for (StandardRead read : StandardRead.values()) {
            assertThat(cost("put + update counters").reads())
                    .hasEntrySatisfying(read, units -> assertThat(units).isPositive());
        }
    }

    private static LayoutCost cost(String name) {
        Layout layout = Layouts.ALL.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        MutableClock clock = new MutableClock(CostRun.START);
        try (MemoryEngine engine = new MemoryEngine(clock)) {
            return new CostRun(layout, engine, clock).run(SENSORS, MINUTES);
        }
    }
}
