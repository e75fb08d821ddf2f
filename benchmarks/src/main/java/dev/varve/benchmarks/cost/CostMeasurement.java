package dev.varve.benchmarks.cost;

import dev.varve.benchmarks.Measurement;
import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.memory.MemoryEngine;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.local.LocalDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Compares what layouts cost on DynamoDB, by metering requests on the memory engine, and checks the meter. */
public final class CostMeasurement implements Measurement {

    private static final int MINUTES = 60;
    private static final int WEEK_MINUTES = 7 * 24 * MINUTES;
    private static final int READ_SENSORS = 2;
    private static final int CHECKED_SENSORS = 2;
    private static final int CHECKED_MINUTES = 90;

    /** Positions in a feed have texts of different lengths. */
    private static final double BYTES_TOLERANCE = 0.005;

    private int sensors = 10_000;
    private int hours = 24;
    private int simulated = 100;

    @Override
    public String name() {
        return "cost";
    }

    @Override
    public String usage() {
        return "[--sensors 10000 --hours 24 --simulated 100]  a reading a minute: units, bytes and dollars of layouts on"
                + " DynamoDB, metered on the memory engine with fewer sensors, and checked on DynamoDB Local";
    }

    @Override
    public int run(String[] args) throws Exception {
        if (!isUnderstood(args)) {
            System.out.println("cost takes " + usage() + "; --simulated must divide --sensors");
            return 2;
        }
        CostReport report = new CostReport(sensors, hours, simulated);
        boolean isRight = true;
        List<LayoutCost> costs = new ArrayList<>();
        for (Layout layout : Layouts.ALL) {
            costs.add(cost(layout));
            isRight &= isConfirmed(layout);
        }
        boolean isCheap = report.print(costs, System.out);
        new FollowerCost(sensors).print(System.out);
        return isCheap && isRight ? 0 : 1;
    }

    private boolean isUnderstood(String[] args) {
        for (int i = 0; i < args.length; i += 2) {
            if (i + 1 == args.length || !args[i + 1].matches("[1-9][0-9]{0,5}")) {
                return false;
            }
            int number = Integer.parseInt(args[i + 1]);
            switch (args[i]) {
                case "--sensors" -> sensors = number;
                case "--hours" -> hours = number;
                case "--simulated" -> simulated = number;
                default -> {
                    return false;
                }
            }
        }
        simulated = Math.min(simulated, sensors);
        return sensors % simulated == 0;
    }

    /** Takes the writes from a run of many sensors, and the reads from one of a week. */
    private LayoutCost cost(Layout layout) {
        int some = layout.isProportional() ? simulated : sensors;
        LayoutCost writes = onMemory(layout, some, hours * MINUTES).times((double) sensors / some);
        LayoutCost week = onMemory(layout, READ_SENSORS, WEEK_MINUTES);
        return new LayoutCost(layout, writes.stored(), writes.rows(), writes.bytes(), week.reads());
    }

    private static LayoutCost onMemory(Layout layout, int some, int minutes) {
        MutableClock clock = new MutableClock(CostRun.START);
        try (MemoryEngine engine = new MemoryEngine(clock)) {
            return new CostRun(layout, engine, clock).run(some, minutes);
        }
    }

    private static LayoutCost onLocal(Layout layout, int some, int minutes) {
        MutableClock clock = new MutableClock(CostRun.START);
        try (LocalDatabase local = LocalDatabase.open();
                DynamoDbEngine engine = DynamoDbEngine.builder()
                        .clock(clock)
                        .streams(local.streams())
                        .over(local.client())) {
            return new CostRun(layout, engine, clock).run(some, minutes);
        }
    }

    /** Compares the units of a small run with those that DynamoDB Local reports. */
    private static boolean isConfirmed(Layout layout) {
        LayoutCost memory = onMemory(layout, CHECKED_SENSORS, CHECKED_MINUTES);
        LayoutCost local = onLocal(layout, CHECKED_SENSORS, CHECKED_MINUTES);
        double share = layout.shareCountedByLocal();
        boolean isEqual = memory.stored().write() * share == local.stored().write()
                && memory.stored().read() == local.stored().read()
                && memory.rows().equals(local.rows())
                && memory.reads().equals(local.reads())
                && Math.abs(memory.bytes() - local.bytes()) <= BYTES_TOLERANCE * memory.bytes();
        System.out.printf(
                Locale.ROOT,
                "%-34s %s%s; %d sensors, %d minutes on DynamoDB Local: %s, here: %s%n",
                layout.name(),
                isEqual ? "confirmed" : "DIFFERS",
                share == 1 ? "" : ", but for equal actions, which DynamoDB Local counts once",
                CHECKED_SENSORS,
                CHECKED_MINUTES,
                text(local),
                text(memory));
        return isEqual;
    }

    private static String text(LayoutCost cost) {
        return String.format(
                Locale.ROOT,
                "%.1f WCU, %.1f RCU, %.0f bytes, reads %s",
                cost.all().write(),
                cost.all().read(),
                cost.bytes(),
                cost.reads().values());
    }
}
