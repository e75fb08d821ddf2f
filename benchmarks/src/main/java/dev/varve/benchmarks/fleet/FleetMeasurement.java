package dev.varve.benchmarks.fleet;

import dev.varve.Varve;
import dev.varve.benchmarks.CapacityEngine;
import dev.varve.benchmarks.Folders;
import dev.varve.benchmarks.Measurement;
import dev.varve.benchmarks.Prices;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.iot.Fleet;
import dev.varve.iot.FleetDevice;
import dev.varve.iot.OpenFleet;
import dev.varve.iot.Reading;
import dev.varve.item.Item;
import dev.varve.key.TimeRange;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.RollupRow;
import dev.varve.table.BlockingTable;
import dev.varve.table.Capacity;
import dev.varve.table.Scan;
import dev.varve.testkit.MutableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Measures a fleet with one reading per device and minute on RocksDB: storing, rolling up over time, and verifying. */
public final class FleetMeasurement implements Measurement {

    private static final Instant START = Instant.parse("2060-04-01T00:00:00Z");
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    /** The rollups catch up once in this many minutes of the fleet's time, and refresh their rows each time. */
    private static final int FOLLOWED_EVERY = 10;

    private static final int DEVICES_AT_A_LOCATION = 50;

    private static final Fleet<Reading> FLEET = Fleet.standard("telemetry");

    private int devices = 1_000;
    private int hours = 24;

    @Override
    public String name() {
        return "fleet";
    }

    @Override
    public String usage() {
        return "[--devices 1000 --hours 24]  a reading a minute of each device: stored, rolled up, verified, priced;"
                + " on RocksDB";
    }

    @Override
    public int run(String[] args) throws Exception {
        if (!isUnderstood(args)) {
            System.out.println("fleet takes " + usage());
            return 2;
        }
        Path folder = Files.createTempDirectory("varve-fleet");
        try {
            return measure(folder);
        } finally {
            Folders.delete(folder);
        }
    }

    private boolean isUnderstood(String[] args) {
        for (int i = 0; i < args.length; i += 2) {
            if (i + 1 == args.length || !args[i + 1].matches("[1-9][0-9]{0,5}")) {
                return false;
            }
            int number = Integer.parseInt(args[i + 1]);
            switch (args[i]) {
                case "--devices" -> devices = number;
                case "--hours" -> hours = number;
                default -> {
                    return false;
                }
            }
        }
        return true;
    }

    private int measure(Path folder) throws IOException {
        MutableClock clock = new MutableClock(START);
        RocksDbEngine rocks = RocksDbEngine.open(
                folder, RocksDbOptions.defaults().clock(clock).durability(Durability.WRITTEN_TO_OS));
        CapacityEngine engine = new CapacityEngine(rocks);
        boolean isRight;
        double bytes;
        try (Varve db = Varve.on(engine).clock(clock).open(FLEET.schema())) {
            OpenFleet<Reading> fleet = FLEET.on(db);
            for (int device = 0; device < devices; device++) {
                fleet.devices()
                        .register(FleetDevice.of(id(device), "Sensor " + device)
                                .withLocation("hall-" + device / DEVICES_AT_A_LOCATION));
            }
            engine.take();
            Day day = live(fleet, clock, engine);
            isRight = audit(fleet, clock);
            bytes = storedBytes(rocks);
            print(day, bytes);
        }
        System.out.printf(Locale.ROOT, "on disk %.0f MB, including the change log%n", Folders.size(folder) / 1e6);
        return isRight ? 0 : 1;
    }

    private static String id(int device) {
        return "sensor_" + device;
    }

    /** The time and the capacity that the simulated period took. */
    private record Day(double appending, double rolling, Capacity.Units stored, Capacity.Units rolled) {}

    private Day live(OpenFleet<Reading> fleet, MutableClock clock, CapacityEngine engine) {
        double appending = 0;
        double rolling = 0;
        Capacity.Units stored = Capacity.Units.NONE;
        Capacity.Units rolled = Capacity.Units.NONE;
        int minutes = hours * 60;
        for (int minute = 0; minute < minutes; minute += FOLLOWED_EVERY) {
            List<Reading> batch = new ArrayList<>();
            int until = Math.min(minutes, minute + FOLLOWED_EVERY);
            for (int each = minute; each < until; each++) {
                for (int device = 0; device < devices; device++) {
                    batch.add(reading(device, each));
                }
            }
            clock.set(START.plus(Duration.ofMinutes(until)));
            appending += seconds(() -> {
                if (!fleet.appendAll(batch).isAllStored()) {
                    throw new IllegalStateException("readings were not stored");
                }
            });
            stored = stored.plus(engine.take());
            rolling += seconds(() -> fleet.processing().catchUp(PATIENCE));
            rolled = rolled.plus(engine.take());
            System.out.printf(
                    Locale.ROOT,
                    "\r%3d %%  %,d readings, stored in %.0f s, rolled up in %.0f s ",
                    100L * until / minutes,
                    (long) until * devices,
                    appending,
                    rolling);
        }
        // Daily rows are computed after the end of the day.
        clock.set(START.plus(Duration.ofHours(hours)).plus(Duration.ofDays(1)));
        rolling += seconds(() -> fleet.processing().catchUp(PATIENCE));
        System.out.println();
        return new Day(appending, rolling, stored, rolled.plus(engine.take()));
    }

    private static Reading reading(int device, int minute) {
        return new Reading(
                id(device),
                START.plus(Duration.ofMinutes(minute)),
                20 + (minute * 7 + device) % 100 / 10.0,
                40 + minute % 50,
                87);
    }

    /** Verifies all rows, and counts the readings of every device from its daily rows. */
    private boolean audit(OpenFleet<Reading> fleet, MutableClock clock) {
        RollupReport[] report = new RollupReport[1];
        double verifying = seconds(() -> report[0] = fleet.readings()
                .rollup()
                .verify(
                        TimeRange.of(START, clock.instant()),
                        done -> System.out.printf(Locale.ROOT, "\rverified %,d of %,d series ", done, devices)));
        long counted = 0;
        for (int device = 0; device < devices; device++) {
            counted += fleet.device(id(device)).rows().daily().between(START, clock.instant()).list().stream()
                    .mapToLong(RollupRow::count)
                    .sum();
        }
        boolean isRight = report[0].isClean() && counted == (long) devices * hours * 60;
        System.out.printf(
                Locale.ROOT,
                "%n%s in %.0f s; days count %,d readings: %s%n",
                report[0],
                verifying,
                counted,
                isRight ? "right" : "WRONG");
        return isRight;
    }

    private static double storedBytes(RocksDbEngine engine) {
        BlockingTable table =
                BlockingTable.await(engine.open(FLEET.schema().tables().get(0))).blocking();
        try (Stream<Item> items = table.stream(Scan.all())) {
            return items.mapToLong(item -> item.size() + Prices.BYTES_PER_ITEM).sum();
        }
    }

    private void print(Day day, double bytes) {
        long readings = (long) devices * hours * 60;
        System.out.printf(
                Locale.ROOT,
                "%,d readings of %,d devices in %d hours: stored in %.0f s (%,.0f/s), rolled up in %.0f s (%,.0f/s)%n",
                readings,
                devices,
                hours,
                day.appending(),
                readings / day.appending(),
                day.rolling(),
                readings / day.rolling());
        price("readings and registry", day.stored());
        price("rollups, followed every %d minutes".formatted(FOLLOWED_EVERY), day.rolled());
        System.out.printf(
                Locale.ROOT,
                "on DynamoDB: %.2f GB with indexes apart, $%.2f a month%n",
                bytes / 1e9,
                Prices.storage(bytes));
    }

    private static void price(String what, Capacity.Units units) {
        System.out.printf(
                Locale.ROOT,
                "on DynamoDB: %s: %,.0f write units, %,.0f read units, $%.2f%n",
                what,
                units.write(),
                units.read(),
                Prices.requests(units));
    }

    private static double seconds(Runnable work) {
        long begin = System.nanoTime();
        work.run();
        return (System.nanoTime() - begin) / 1e9;
    }
}
