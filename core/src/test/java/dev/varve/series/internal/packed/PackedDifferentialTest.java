package dev.varve.series.internal.packed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.error.VarveException;
import dev.varve.item.Item;
import dev.varve.key.TimeRange;
import dev.varve.memory.MemoryEngine;
import dev.varve.rollup.Group;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.Stat;
import dev.varve.rollup.internal.definition.CompiledRollup;
import dev.varve.schema.Schema;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.History;
import dev.varve.series.HistoryPage;
import dev.varve.series.OpenSeries;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.table.PageToken;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same random history as items and packed gives the same outcomes and the same answers. */
@Tag("slow")
class PackedDifferentialTest {

    record Reading(
            String deviceId,
            Instant at,
            double temperature,
            Optional<Long> count,
            Optional<Boolean> isOn,
            Optional<String> note,
            Map<String, Double> more) {}

    private static final Instant START = Instant.parse("2026-03-28T20:00:00Z");

    private final List<Instant> now = new ArrayList<>(List.of(START));

    static List<Long> seeds() {
        List<Long> seeds = new ArrayList<>();
        for (long seed = 1; seed <= 30; seed++) {
            seeds.add(seed);
        }
        return seeds;
    }

    static List<Long> someSeeds() {
        return seeds().subList(0, 15);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void packedSeriesAnswersLikeItems(long seed) {
        compare(seed, new SplittableRandom(seed), SeriesBuilder::packed, 0);
    }

    @ParameterizedTest
    @MethodSource("someSeeds")
    void itemsThatArePackedInTheMiddleAnswerLikeItems(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        compare(seed, random, SeriesBuilder::packed, random.nextInt(20, 100));
    }

    @ParameterizedTest
    @MethodSource("someSeeds")
    void seriesThatIsPackedFromAnInstantOnAnswersLikeItems(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        // Most clocks lie in the hours after the start, some up to two days before it.
        Instant about = START.plus(Duration.ofHours(random.nextInt(-24, 8)));
        compare(
                seed,
                random,
                (series, span) -> {
                    long seconds = about.getEpochSecond();
                    return series.packedSince(Instant.ofEpochSecond(seconds - seconds % span.toSeconds()), span);
                },
                0);
    }

    /** @param packedAt the step before which the second series, which has items until then, is packed; 0 for one that is not */
    private void compare(
            long seed,
            SplittableRandom random,
            BiFunction<SeriesBuilder<Reading>, Duration, SeriesBuilder<Reading>> packing,
            int packedAt) {
        ConflictPolicy conflicts = List.of(ConflictPolicy.values()).get(random.nextInt(3));
        boolean isBucketed = random.nextBoolean();
        Duration keep = random.nextBoolean() ? Duration.ofDays(3) : null;
        Duration span = List.of(Duration.ofMinutes(30), Duration.ofHours(1), Duration.ofHours(4), Duration.ofDays(1))
                .get(random.nextInt(4));
        SeriesBuilder<Reading> items = declared(rollup(seed), conflicts, isBucketed, keep);
        SeriesBuilder<Reading> packed = packing.apply(declared(rollup(seed), conflicts, isBucketed, keep), span);
        MemoryEngine itemEngine = new MemoryEngine(() -> now.get(0));
        MemoryEngine packedEngine = new MemoryEngine(() -> now.get(0));
        Series<Reading> itemSeries = items.build();
        Series<Reading> wholePacked = packed.build();
        Series<Reading> packedSeries = packedAt > 0
                ? declared(rollup(seed), conflicts, isBucketed, keep).build()
                : wholePacked;
        Varve itemDb = Varve.on(new ReopenedEngine(itemEngine)).owner("items").open("items", itemSeries);
        OpenSeries<Reading> one = itemDb.series(itemSeries);
        Varve db = Varve.on(new ReopenedEngine(packedEngine)).owner("packed").open("packed", packedSeries);
        OpenSeries<Reading> other = db.series(packedSeries);
        PackedStore store = store(db, packedSeries);
        for (int step = 0; step < 120; step++) {
            String at = "seed %s, step %s".formatted(seed, step);
            if (packedAt > 0 && step == packedAt) {
                packedSeries = wholePacked;
                pack(at, random, packedEngine, packedSeries);
                db = Varve.on(new ReopenedEngine(packedEngine)).owner("packed").open("packed", packedSeries);
                other = db.series(packedSeries);
                store = store(db, packedSeries);
                reads(at, random, one, other);
            }
            switch (random.nextInt(19)) {
                case 18 -> {
                    // Rows of events that are stored as items follow the worker.
                    if (store != null && store.state().layout().since() == Long.MIN_VALUE) {
                        rowsBeforeTheWorker(at, random, itemDb, db, one, other);
                    }
                }
                case 17 -> {
                    if (store != null) {
                        openGroupRows(at, itemDb, db, one, other);
                    }
                }
                case 12 -> rows(at, itemDb, db, one, other);
                case 13 -> {
                    other.seal();
                    // Rows of groups are refreshed some minutes later.
                    now.set(0, now.get(0).plus(Duration.ofMinutes(15)));
                    rows(at, itemDb, db, one, other);
                    groupRows(at, itemDb, db, one, other);
                }
                case 14, 15 -> {
                    if (store != null) {
                        store.joinAll().join();
                    }
                }
                case 16 -> {
                    // The blocks of the days before are joined. Rows are written first: some events may be too old for
                    // it later.
                    other.seal();
                    itemDb.processing().catchUp(Duration.ofSeconds(30));
                    db.processing().catchUp(Duration.ofSeconds(30));
                    now.set(0, now.get(0).plusSeconds(random.nextInt(100_000)));
                    if (store != null) {
                        store.tick().join();
                    }
                }
                case 0 -> now.set(0, now.get(0).plusSeconds(random.nextInt(7_200)));
                case 1 -> other.seal();
                case 2 -> {
                    if (store != null) {
                        store.tick().join();
                    }
                }
                case 3 -> {
                    // Nothing is closed: what is not durable would be lost.
                    db = Varve.on(new ReopenedEngine(packedEngine))
                            .owner("packed")
                            .open("packed", packedSeries);
                    other = db.series(packedSeries);
                    store = store(db, packedSeries);
                }
                case 4 -> {
                    Reading event = event(random);
                    same(at, one, other, series -> series.correct(event));
                }
                case 5 -> {
                    Reading event = event(random);
                    same(at, one, other, series -> series.delete(event));
                }
                case 6, 7 -> {
                    List<Reading> events = new ArrayList<>();
                    for (int i = random.nextInt(20); i >= 0; i--) {
                        events.add(event(random));
                    }
                    same(
                            at,
                            one,
                            other,
                            series -> series.appendAll(events).entries().stream()
                                    .map(entry -> entry.outcome() == null
                                            ? entry.error().code()
                                            : text(entry.outcome()))
                                    .toList());
                }
                default -> {
                    Reading event = event(random);
                    same(at, one, other, series -> text(series.append(event)));
                }
            }
            reads(at, random, one, other);
        }
    }

    /** Measures the fields, or the numbers of the map. */
    private static Rollup rollup(long seed) {
        return seed % 3 == 0
                ? Rollup.of().numbers("more", Stat.values())
                : Rollup.of("temperature")
                        .stats("count", Stat.SUM, Stat.MIN, Stat.MAX, Stat.FIRST, Stat.LAST)
                        .stats("isOn", Stat.COUNT);
    }

    private SeriesBuilder<Reading> declared(
            Rollup rollup, ConflictPolicy conflicts, boolean isBucketed, Duration keep) {
        SeriesBuilder<Reading> series = Series.of(Reading.class)
                .partition(isBucketed ? "DEVICE#{deviceId}#{at:day}" : "DEVICE#{deviceId}")
                .sort("READING#{at}")
                .lookBack(Duration.ofDays(10))
                .onConflict(conflicts)
                .rollUp(rollup.hourly()
                        .daily()
                        .monthly()
                        .group(Group.by("note"))
                        .group(Group.by("deviceId"))
                        .group(Group.all("fleet")));
        return keep == null ? series : series.keep(keep);
    }

    /** Compares the rows of all tiers; what packed rows no block holds yet is computed when it is read. */
    private void rows(String at, Varve itemDb, Varve db, OpenSeries<Reading> one, OpenSeries<Reading> other) {
        itemDb.processing().catchUp(Duration.ofSeconds(30));
        db.processing().catchUp(Duration.ofSeconds(30));
        sameRows(at, one, other);
        RollupReport report = other.rollup().verify(lately(), done -> {});
        assertThat(report.wrong()).as(at + " " + report).isZero();
    }

    /** Compares the rows while those of the packed series lack events in blocks, because its worker has not run since. */
    private void rowsBeforeTheWorker(
            String at,
            SplittableRandom random,
            Varve itemDb,
            Varve db,
            OpenSeries<Reading> one,
            OpenSeries<Reading> other) {
        db.processing().catchUp(Duration.ofSeconds(30));
        for (int i = random.nextInt(5); i >= 0; i--) {
            Reading event = event(random);
            same(at, one, other, series -> text(series.append(event)));
        }
        other.seal();
        itemDb.processing().catchUp(Duration.ofSeconds(30));
        sameRows(at, one, other);
    }

    private void sameRows(String at, OpenSeries<Reading> one, OpenSeries<Reading> other) {
        for (int device = 0; device < 3; device++) {
            String id = "d" + device;
            Instant from = now.get(0).minus(Duration.ofDays(12)).truncatedTo(ChronoUnit.DAYS);
            Instant to = now.get(0).plus(Duration.ofDays(2)).truncatedTo(ChronoUnit.DAYS);
            same(
                    at,
                    one,
                    other,
                    series ->
                            shown(series.rollups(id).hourly().between(from, to).list()));
            same(
                    at,
                    one,
                    other,
                    series -> shown(series.rollups(id).daily().between(from, to).list()));
            same(
                    at,
                    one,
                    other,
                    series ->
                            shown(series.rollups(id).monthly().between(from, to).list()));
        }
    }

    private TimeRange lately() {
        return new TimeRange(now.get(0).minus(Duration.ofDays(5)), now.get(0).plus(Duration.ofDays(1)));
    }

    /** Compares the rows of groups, which are refreshed at some tick in the minutes after a change. */
    private void groupRows(String at, Varve itemDb, Varve db, OpenSeries<Reading> one, OpenSeries<Reading> other) {
        for (int round = 0; round < 10 && !groups(one).equals(groups(other)); round++) {
            now.set(0, now.get(0).plus(Duration.ofMinutes(10)));
            itemDb.processing().catchUp(Duration.ofSeconds(30));
            db.processing().catchUp(Duration.ofSeconds(30));
        }
        assertThat(groups(other)).as(at).isEqualTo(groups(one));
    }

    /**
     * Compares the rows of groups with those of items that are up to date, while rows of the packed series are in memory. What was
     * sealed before counts when the worker has seen it.
     */
    private void openGroupRows(String at, Varve itemDb, Varve db, OpenSeries<Reading> one, OpenSeries<Reading> other) {
        db.processing().catchUp(Duration.ofSeconds(30));
        for (int round = 0; round < 3; round++) {
            now.set(0, now.get(0).plus(Duration.ofMinutes(3)));
            itemDb.processing().catchUp(Duration.ofSeconds(30));
        }
        assertThat(groups(other)).as(at + ", not sealed").isEqualTo(groups(one));
    }

    private List<String> groups(OpenSeries<Reading> series) {
        Instant from = now.get(0).minus(Duration.ofDays(12)).truncatedTo(ChronoUnit.DAYS);
        Instant to = now.get(0).plus(Duration.ofDays(2)).truncatedTo(ChronoUnit.DAYS);
        List<String> all = new ArrayList<>();
        for (int note = 0; note < 3; note++) {
            all.addAll(shown(series.rollupsBy("note", "note " + note)
                    .hourly()
                    .between(from, to)
                    .list()));
        }
        all.addAll(shown(
                series.rollupsBy("deviceId", "d1").hourly().between(from, to).list()));
        all.addAll(shown(series.rollupsBy("fleet").hourly().between(from, to).list()));
        all.addAll(shown(series.rollupsBy("fleet").daily().between(from, to).list()));
        all.addAll(shown(series.rollupsBy("fleet").monthly().between(from, to).list()));
        return all;
    }

    private static List<String> shown(List<RollupRow> rows) {
        return rows.stream()
                .filter(row -> row.count() > 0)
                .map(row -> row.start() + " " + shown(row.attributes()))
                .toList();
    }

    /** Shows a row without its version, and without the portions of groups, which rows that are computed on read lack. */
    private static Item shown(Item row) {
        return row.without(CompiledRollup.VERSION).without("groupNote").without("groupDeviceId");
    }

    private static @Nullable PackedStore store(Varve db, Series<Reading> series) {
        return SeriesAccess.instance().packed(db.series(series));
    }

    /** Packs the items of a series, by several processes that end in the middle, and one that does not. */
    private static void pack(String at, SplittableRandom random, MemoryEngine engine, Series<Reading> packed) {
        Schema schema = Schema.of("packed", packed);
        for (int writes = random.nextInt(10); writes < 1_000; writes += 1 + random.nextInt(200)) {
            try {
                var unused = Varve.on(new DyingEngine(engine, writes))
                        .packing(schema, packed)
                        .run(report -> {});
                return;
            } catch (DyingEngine.Killed killed) {
                assertThat(killed).as(at).isNotNull();
            }
        }
        var unused =
                Varve.on(new ReopenedEngine(engine)).packing(schema, packed).run(report -> {});
    }

    private static void same(
            String at, OpenSeries<Reading> one, OpenSeries<Reading> other, Function<OpenSeries<Reading>, Object> call) {
        assertThat(result(other, call)).as(at).isEqualTo(result(one, call));
    }

    private static Object result(OpenSeries<Reading> series, Function<OpenSeries<Reading>, Object> call) {
        try {
            return call.apply(series);
        } catch (VarveException e) {
            return e.code();
        }
    }

    private static String text(Outcome<Reading> outcome) {
        String kind = outcome.getClass().getSimpleName() + " " + outcome.clock();
        return outcome instanceof Outcome.Conflict<Reading> conflict ? kind + " " + conflict.existing() : kind;
    }

    private void reads(String at, SplittableRandom random, OpenSeries<Reading> one, OpenSeries<Reading> other) {
        String device = "d" + random.nextInt(3);
        same(at, one, other, series -> series.latest(device));
        Instant from = clock(random);
        Instant to = from.plusSeconds(random.nextInt(100_000));
        int limit = 1 + random.nextInt(10);
        boolean isBackwards = random.nextBoolean();
        boolean isFiltered = random.nextInt(3) == 0;
        Function<OpenSeries<Reading>, History<Reading>> query = series -> {
            History<Reading> history = series.history(device).between(from, to);
            history = isBackwards ? history.newestFirst() : history;
            return isFiltered
                    ? history.where(
                            dev.varve.table.AttributePath.attr("temperature").from(22))
                    : history;
        };
        same(at, one, other, series -> query.apply(series).list());
        same(at, one, other, series -> query.apply(series).count());
        same(at, one, other, series -> query.apply(series).limit(limit).list());
        same(at, one, other, series -> pages(query.apply(series).limit(limit)));
    }

    private static List<Reading> pages(History<Reading> history) {
        List<Reading> all = new ArrayList<>();
        PageToken next = null;
        do {
            HistoryPage<Reading> page = history.page(next);
            all.addAll(page.events());
            next = page.next();
        } while (next != null);
        return all;
    }

    private Instant clock(SplittableRandom random) {
        long back = random.nextInt(4) == 0 ? random.nextInt(200_000) : random.nextInt(4_000);
        return now.get(0).minusSeconds(back).truncatedTo(ChronoUnit.MINUTES);
    }

    private Reading event(SplittableRandom random) {
        Map<String, Double> more = new LinkedHashMap<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            more.put("f." + i, (double) random.nextInt(5));
        }
        return new Reading(
                "d" + random.nextInt(3),
                clock(random),
                random.nextInt(4) == 0 ? random.nextDouble() : 20 + random.nextInt(50) / 10.0,
                random.nextInt(4) == 0 ? Optional.of(random.nextLong()) : Optional.empty(),
                random.nextInt(4) == 0 ? Optional.of(random.nextBoolean()) : Optional.empty(),
                random.nextInt(4) == 0 ? Optional.of("note " + random.nextInt(3)) : Optional.empty(),
                more);
    }
}
