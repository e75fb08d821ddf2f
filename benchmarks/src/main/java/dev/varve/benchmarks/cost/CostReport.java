package dev.varve.benchmarks.cost;

import dev.varve.benchmarks.Prices;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Prints the costs of layouts, and whether the packed ones meet their goal. */
final class CostReport {

    /** A packed series must cost at most this share of the cheapest other layout's writes. */
    private static final double GOAL = 1.0 / 20;

    private static final double DAYS = 30;
    private static final double HOURS_OF_A_DAY = 24;

    private final int sensors;
    private final int hours;
    private final int simulated;

    CostReport(int sensors, int hours, int simulated) {
        this.sensors = sensors;
        this.hours = hours;
        this.simulated = simulated;
    }

    /** Prints the table; returns whether every packed layout meets the goal. */
    boolean print(List<LayoutCost> costs, PrintStream out) {
        out.printf(
                Locale.ROOT,
                "%n%,d sensors, %d hours, a reading of 3 fields a minute: %,d readings. Exactly %s times what %,d sensors use; packed layouts ran with all sensors.%n",
                sensors,
                hours,
                readings(),
                sensors / simulated,
                simulated);
        out.printf(
                Locale.ROOT,
                "A month is %.0f days with readings kept for %.0f days. Streams, and functions behind them, cost extra and are not counted.%n",
                DAYS,
                DAYS);
        out.printf(
                Locale.ROOT,
                "%-34s %12s %12s %12s %12s %10s",
                "",
                "WCU readings",
                "WCU rows",
                "RCU rows",
                "WCU/reading",
                "GB a day");
        for (StandardRead read : StandardRead.values()) {
            out.printf(Locale.ROOT, " %16s", "RCU " + read.label());
        }
        out.printf(Locale.ROOT, " %10s %10s %10s%n", "$ requests", "$ storage", "$ a month");
        costs.forEach(cost -> print(cost, out));
        return isGoalMet(costs, out);
    }

    private long readings() {
        return (long) sensors * hours * 60;
    }

    private double requests(LayoutCost cost) {
        return Prices.requests(cost.all()) * HOURS_OF_A_DAY / hours * DAYS;
    }

    private void print(LayoutCost cost, PrintStream out) {
        double bytesADay = cost.bytes() * HOURS_OF_A_DAY / hours;
        double storage = Prices.storage(bytesADay * DAYS);
        out.printf(
                Locale.ROOT,
                "%-34s %,12.0f %,12.0f %,12.0f %12.4f %10.2f",
                cost.layout().name(),
                cost.stored().write(),
                cost.rows().write(),
                cost.all().read(),
                cost.all().write() / readings(),
                bytesADay / 1e9);
        cost.reads().values().forEach(units -> out.printf(Locale.ROOT, " %16.2f", units));
        out.printf(Locale.ROOT, " %10.2f %10.2f %10.2f%n", requests(cost), storage, requests(cost) + storage);
    }

    private boolean isGoalMet(List<LayoutCost> costs, PrintStream out) {
        double cheapest = costs.stream()
                .filter(cost -> !cost.layout().isPacked())
                .mapToDouble(this::requests)
                .min()
                .orElse(Double.NaN);
        boolean isMet = true;
        for (LayoutCost cost : costs) {
            if (cost.layout().isPacked()) {
                boolean isCheap = requests(cost) <= cheapest * GOAL;
                boolean isReadCheap = cost.reads().entrySet().stream()
                        .allMatch(read -> costs.stream()
                                .filter(other -> !other.layout().isPacked())
                                .allMatch(other -> read.getValue()
                                        <= other.reads().getOrDefault(read.getKey(), Double.POSITIVE_INFINITY)));
                out.printf(
                        Locale.ROOT,
                        "%s: 1/%.1f of the cheapest other layout, goal 1/%.0f: %s; reads %s%n",
                        cost.layout().name(),
                        cheapest / requests(cost),
                        1 / GOAL,
                        isCheap ? "met" : "missed",
                        isReadCheap ? "no dearer: met" : "dearer: missed");
                isMet &= isCheap && isReadCheap;
            }
        }
        return isMet;
    }
}
