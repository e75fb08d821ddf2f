package dev.varve.testkit.contract.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.Varve;
import dev.varve.key.Grain;
import dev.varve.key.TimeRange;
import dev.varve.rollup.Group;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupQuery;
import dev.varve.rollup.RollupRow;
import dev.varve.schema.Schema;
import dev.varve.series.AppendReport;
import dev.varve.series.BackfillReport;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.OpenSeries;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.testkit.contract.series.SeriesContract;
import dev.varve.testkit.model.Thoroughness;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events that are older than the history accepts count in the rows of all tiers, exactly once. */
public abstract class BackfillContract extends SeriesContract {

    /** An event that is rolled up. */
    public record Sample(String deviceId, Instant at, Optional<Double> temperature, Optional<Double> humidity) {}

    private static final Duration RAW = Duration.ofDays(30);
    private static final Duration HOURLY = Duration.ofDays(90);
    private static final Duration DAILY = Duration.ofDays(730);
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @BeforeEach
    void engineHasAFeed() {
        assumeTrue(harness().hasFeed());
    }

    /** Runs a test with a series of items, and with a packed one if the engine can pack. */
    private void onEach(Consumer<SeriesBuilder<Sample>> test) {
        test.accept(samples());
        if (harness().canPack()) {
            test.accept(samples().named("packed").packed());
        }
    }

    private static SeriesBuilder<Sample> samples() {
        return Series.of(Sample.class)
                .named("samples")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .keep(RAW)
                .rollUp(rollup());
    }

    private static Rollup rollup() {
        return Rollup.of("temperature", "humidity")
                .hourly(HOURLY)
                .daily(DAILY)
                .monthly()
                .group(Group.all("fleet"));
    }

    /** An open database with one series, and what was given to it. */
    private final class Site {
        final String table = harness().newTableName();
        final Series<Sample> series;
        Varve db;
        OpenSeries<Sample> samples;
        final List<Sample> taken = new ArrayList<>();

        Site(SeriesBuilder<Sample> builder) {
            series = builder.build();
            reopen();
            // From here on, changes are kept for the workers.
            process();
        }

        /** Lets another process take over, which knows only what is stored. */
        void reopen() {
            if (db != null) {
                db.processing().close();
                samples.seal();
            }
            db = Varve.on(harness().engine()).clock(clock()).open(Schema.of(table, series));
            samples = db.series(series);
        }

        BackfillReport<Sample> backfill(List<Sample> events) {
            BackfillReport<Sample> report = samples.backfill(events);
            take(report.events());
            return report;
        }

        void take(AppendReport<Sample> report) {
            report.entries().stream()
                    .filter(entry -> entry.outcome() instanceof Outcome.Applied<?>)
                    .forEach(entry -> taken.add(entry.event()));
        }

        void append(List<Sample> events) {
            take(samples.appendAll(events));
        }

        void process() {
            samples.seal();
            db.processing().catchUp(LIMIT);
            // Rows of groups are refreshed every two minutes.
            clock().advance(Duration.ofMinutes(3));
            db.processing().catchUp(LIMIT);
        }

        /** Checks all rows that are kept against what was taken. */
        void check(String... devices) {
            Instant now = clock().instant();
            for (String device : devices) {
                Predicate<Sample> own = sample -> sample.deviceId().equals(device);
                RollupQuery rows = samples.rollups(device);
                checkTier(rows.hourly(), Grain.HOUR, now.minus(HOURLY), own);
                checkTier(rows.daily(), Grain.DAY, now.minus(DAILY), own);
                checkTier(rows.monthly(), Grain.MONTH, Instant.EPOCH, own);
            }
            checkTier(samples.rollupsBy("fleet").monthly(), Grain.MONTH, Instant.EPOCH, sample -> true);
            checkTier(
                    samples.rollupsBy("fleet").daily(),
                    Grain.DAY,
                    now.minus(DAILY).plus(2, ChronoUnit.DAYS),
                    sample -> true);
        }

        private void checkTier(RollupQuery rows, Grain grain, Instant kept, Predicate<Sample> which) {
            Map<Instant, List<Sample>> expected = new TreeMap<>();
            for (Sample sample : taken) {
                Instant start = start(grain, sample.at());
                if (which.test(sample) && start.isAfter(kept)) {
                    expected.computeIfAbsent(start, first -> new ArrayList<>()).add(sample);
                }
            }
            Map<Instant, List<String>> found = new TreeMap<>();
            Instant from = expected.isEmpty()
                    ? clock().instant()
                    : expected.keySet().iterator().next();
            for (RollupRow row :
                    rows.between(from, clock().instant().plusSeconds(86_400)).list()) {
                if (row.count() > 0) {
                    found.put(row.start(), figures(row));
                }
            }
            Map<Instant, List<String>> wanted = new TreeMap<>();
            expected.forEach((start, events) -> wanted.put(start, figures(events)));
            assertThat(found)
                    .as("rows per %s of %s at %s", grain, series.name(), clock().instant())
                    .isEqualTo(wanted);
        }
    }

    private static Instant start(Grain grain, Instant clock) {
        ZonedDateTime at = clock.atZone(ZoneOffset.UTC);
        return switch (grain) {
            case HOUR -> clock.truncatedTo(ChronoUnit.HOURS);
            case DAY -> clock.truncatedTo(ChronoUnit.DAYS);
            default -> at.truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1).toInstant();
        };
    }

    private static List<String> figures(RollupRow row) {
        return List.of(
                "count " + row.count(),
                "temperatures " + row.count("temperature"),
                "sum " + row.sum("temperature"),
                "min " + row.min("temperature"),
                "max " + row.max("temperature"),
                "humidity " + row.count("humidity") + " " + row.sum("humidity"));
    }

    private static List<String> figures(List<Sample> events) {
        List<Double> temperatures =
                events.stream().flatMap(event -> event.temperature().stream()).toList();
        List<Double> humidities =
                events.stream().flatMap(event -> event.humidity().stream()).toList();
        return List.of(
                "count " + events.size(),
                "temperatures " + temperatures.size(),
                "sum " + sum(temperatures),
                "min " + temperatures.stream().mapToDouble(each -> each).min(),
                "max " + temperatures.stream().mapToDouble(each -> each).max(),
                "humidity " + humidities.size() + " " + sum(humidities));
    }

    private static OptionalDouble sum(List<Double> values) {
        return OptionalDouble.of(values.stream()
                .map(BigDecimal::valueOf)
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .doubleValue());
    }

    private static Sample sample(String device, Instant at, double temperature) {
        return new Sample(device, at, Optional.of(temperature), Optional.empty());
    }

    private Sample ago(String device, long days, double temperature) {
        return sample(device, clock().instant().minus(days, ChronoUnit.DAYS), temperature);
    }

    private List<Sample> drawn(Draw draw, String device, int days, int count) {
        Map<Instant, Sample> events = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            // Some lie close together.
            Instant at = clock().instant()
                    .truncatedTo(ChronoUnit.HOURS)
                    .minusSeconds(draw.below(days * 24) * 3_600L)
                    .plusSeconds(draw.below(1_800));
            for (int more = draw.below(3); more >= 0; more--) {
                Instant each = at.plusSeconds(more * 61L);
                if (each.isBefore(clock().instant())) {
                    events.put(
                            each,
                            new Sample(
                                    device,
                                    each,
                                    draw.chance(90) ? Optional.of(draw.between(-200, 400) / 10.0) : Optional.empty(),
                                    draw.chance(50) ? Optional.of((double) draw.below(100)) : Optional.empty()));
                }
            }
        }
        return List.copyOf(events.values());
    }

    @Test
    void yearsOfHistoryCountInTheRowsOfAllTiers() {
        boolean isFull = harness().thoroughness().equals(Thoroughness.FULL);
        onEach(builder -> Seeds.run(isFull ? 2 : 1, seed -> {
            Site site = new Site(builder);
            Draw draw = new Draw(seed);
            List<Sample> events = new ArrayList<>(drawn(draw, "d-1", 1_100, isFull ? 60 : 25));
            events.addAll(drawn(draw, "d-2", 1_100, isFull ? 60 : 25));
            BackfillReport<Sample> report = site.backfill(events);
            assertThat(report.stored()).isEqualTo(events.size());
            assertThat(report.events().isAllStored()).isTrue();
            assertThat(report.rows().get("monthly")).isPositive();
            site.process();
            site.check("d-1", "d-2");
            clock().advance(Duration.ofDays(33));
            if (harness().canRemoveExpired()) {
                harness().removeExpired();
            }
            site.process();
            site.check("d-1", "d-2");
        }));
    }

    @Test
    void oldEventsAreNotInTheHistory() {
        onEach(builder -> {
            Site site = new Site(builder);
            site.append(List.of(ago("d-1", 1, 20)));
            site.backfill(List.of(ago("d-1", 400, 10)));
            assertThat(site.samples.history("d-1").count()).isEqualTo(1);
            assertThat(site.samples.latest("d-1").orElseThrow().temperature()).contains(20.0);
        });
    }

    @Test
    void repeatedBackfillCountsOnce() {
        onEach(builder -> {
            Site site = new Site(builder);
            List<Sample> events = List.of(ago("d-1", 60, 1), ago("d-1", 61, 2), ago("d-1", 500, 3));
            site.backfill(events);
            assertThat(site.backfill(events).duplicates()).isEqualTo(3);
            site.check("d-1");
            // After the events of the backfill have expired, their rows are final.
            clock().advance(Duration.ofDays(17));
            if (harness().canRemoveExpired()) {
                harness().removeExpired();
            }
            BackfillReport<Sample> later = site.backfill(events);
            assertThat(later.stored()).isZero();
            assertThat(later.summarized()).hasSize(3);
            assertThat(later.events().entries().get(0).error())
                    .hasMessageContaining("is not taken: a row that covers it is final");
            site.check("d-1");
        });
    }

    @Test
    void partsOfAMonthMayComeLater() {
        onEach(builder -> {
            Site site = new Site(builder);
            Instant hour = clock().instant().minus(400, ChronoUnit.DAYS);
            site.backfill(List.of(sample("d-1", hour, 1)));
            clock().advance(Duration.ofDays(3));
            BackfillReport<Sample> more = site.backfill(
                    List.of(sample("d-1", hour.plusSeconds(60), 2), sample("d-1", hour.plusSeconds(90_000), 3)));
            assertThat(more.stored()).isEqualTo(2);
            site.check("d-1");
        });
    }

    @Test
    void interruptedBackfillIsFinishedByAnotherProcess() {
        onEach(builder -> {
            Site site = new Site(builder);
            site.take(site.samples
                    .stageBackfill(List.of(ago("d-1", 50, 1), ago("d-1", 700, 2)))
                    .join());
            assertThat(site.samples.waitingBackfill()).isEqualTo(2);
            site.reopen();
            assertThat(site.samples.finishBackfill(done -> {})).containsEntry("monthly", 2L);
            assertThat(site.samples.waitingBackfill()).isZero();
            site.check("d-1");
        });
    }

    @Test
    void backgroundWorkWritesTheRows() {
        onEach(builder -> {
            Site site = new Site(builder);
            site.take(site.samples.stageBackfill(List.of(ago("d-1", 300, 2))).join());
            clock().advance(Duration.ofMinutes(5));
            site.process();
            assertThat(site.samples.waitingBackfill()).isZero();
            clock().advance(Duration.ofMinutes(5));
            site.process();
            site.check("d-1");
        });
    }

    @Test
    void backfillMeetsLiveEventsAtTheBorder() {
        boolean isFull = harness().thoroughness().equals(Thoroughness.FULL);
        onEach(builder -> Seeds.run(isFull ? 2 : 1, seed -> {
            Site site = new Site(builder);
            Draw draw = new Draw(seed);
            List<Sample> live = new ArrayList<>();
            List<Sample> all = new ArrayList<>();
            Instant first = clock().instant().minus(33, ChronoUnit.DAYS).truncatedTo(ChronoUnit.HOURS);
            for (Instant at = first; at.isBefore(clock().instant()); at = at.plusSeconds(isFull ? 7_200 : 36_000)) {
                all.add(sample("d-1", at.plusSeconds(draw.below(3_000)), draw.below(50)));
            }
            all.stream()
                    .filter(each -> each.at().isAfter(clock().instant().minus(10, ChronoUnit.DAYS)))
                    .forEach(live::add);
            site.append(live);
            site.process();
            BackfillReport<Sample> report = site.backfill(all);
            assertThat(report.duplicates()).isEqualTo(live.size());
            assertThat(report.stored()).isEqualTo(all.size() - live.size());
            site.process();
            site.check("d-1");
            assertThat(verify(site)).isEmpty();
            // Rows of the border are sealed one after the other.
            for (int day = 0; day < 3; day++) {
                clock().advance(Duration.ofHours(13));
                site.process();
                assertThat(site.backfill(all).stored()).isZero();
                site.check("d-1");
            }
        }));
    }

    private List<?> verify(Site site) {
        return site.samples
                .rollup()
                .verify(new TimeRange(clock().instant().minus(40, ChronoUnit.DAYS), clock().instant()), done -> {})
                .findings();
    }

    @Test
    void hoursOfEventsThatHaveExpiredTakeNoMore() {
        onEach(builder -> {
            Site site = new Site(builder);
            Instant hour = clock().instant().truncatedTo(ChronoUnit.HOURS);
            site.append(List.of(sample("d-1", hour, 1), sample("d-1", hour.plusSeconds(60), 2)));
            site.process();
            clock().advance(Duration.ofDays(40));
            site.process();
            BackfillReport<Sample> report = site.backfill(
                    List.of(sample("d-1", hour.plusSeconds(120), 3), sample("d-1", hour.plusSeconds(7_200), 4)));
            assertThat(report.summarized()).extracting(Sample::temperature).containsExactly(Optional.of(3.0));
            assertThat(report.stored()).isEqualTo(1);
            site.check("d-1");
            // Once hours have expired, the day takes no more either.
            clock().advance(Duration.ofDays(60));
            assertThat(site.backfill(List.of(sample("d-1", hour.plusSeconds(10_800), 5)))
                            .summarized())
                    .hasSize(1);
            site.check("d-1");
        });
    }

    @Test
    void anotherEventWithTheSameClockIsAConflict() {
        onEach(builder -> {
            Site site = new Site(builder);
            site.backfill(List.of(ago("d-1", 200, 1)));
            BackfillReport<Sample> report = site.backfill(List.of(ago("d-1", 200, 2)));
            assertThat(report.events().entries().get(0).outcome())
                    .isInstanceOfSatisfying(
                            Outcome.Conflict.class,
                            conflict -> assertThat(conflict.existing()).isEqualTo(ago("d-1", 200, 1)));
            site.check("d-1");
        });
    }

    @Test
    void fieldsOfOneClockAreMergedIfTheSeriesMerges() {
        onEach(builder -> {
            Site site = new Site(builder.onConflict(ConflictPolicy.MERGE));
            Instant at = clock().instant().minus(200, ChronoUnit.DAYS);
            Sample both = new Sample("d-1", at, Optional.of(20.5), Optional.of(60.0));
            site.samples.backfill(List.of(new Sample("d-1", at, both.temperature(), Optional.empty())));
            site.samples.backfill(List.of(new Sample("d-1", at, Optional.empty(), both.humidity())));
            site.taken.add(both);
            site.check("d-1");
            assertThat(site.samples.backfill(List.of(both)).duplicates()).isEqualTo(1);
        });
    }

    @Test
    void eventsAheadOfTheClockAreRefused() {
        Site site = new Site(samples());
        BackfillReport<Sample> report = site.backfill(List.of(ago("d-1", -30, 1), ago("d-1", 100, 2)));
        assertThat(report.events().entries().get(0).error())
                .hasMessageContaining(
                        "is 30 days ahead of the clock; the limit is 1 day (maxFuture). Is the unit seconds?");
        assertThat(report.stored()).isEqualTo(1);
    }

    @Test
    void eventsThatNoTierKeepsAreReported() {
        Site site = new Site(samples()
                .rollUp(Rollup.of("temperature", "humidity")
                        .hourly(HOURLY)
                        .daily(DAILY)
                        .group(Group.all("fleet"))));
        BackfillReport<Sample> report = site.backfill(List.of(ago("d-1", 800, 1), ago("d-1", 700, 2)));
        assertThat(report.expired()).containsExactly(ago("d-1", 800, 1));
        assertThat(report.stored()).isEqualTo(1);
        assertThat(report.events().entries().get(0).error())
                .hasMessageContaining("is not taken: neither events nor rows are kept so long");
    }

    @Test
    void deletedIdentityLeavesNothingToWrite() {
        onEach(builder -> {
            Site site = new Site(builder);
            var unused = site.samples.stageBackfill(List.of(ago("d-1", 300, 2))).join();
            site.samples.deleteSeries(Instant.EPOCH, "d-1");
            assertThat(site.samples.finishBackfill(done -> {})).isEmpty();
            site.check("d-1");
            // Readers cache for some seconds up to where tiers are closed.
            clock().advance(Duration.ofMinutes(1));
            assertThat(site.backfill(List.of(ago("d-1", 300, 3))).stored()).isEqualTo(1);
            site.check("d-1");
        });
    }

    @Test
    void eventsThatAreKeptForEverAreInTheHistory() {
        Site site = new Site(Series.of(Sample.class)
                .named("samples")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .maxLate(Duration.ofDays(2))
                .rollUp(rollup()));
        assertThat(site.backfill(List.of(ago("d-1", 500, 1), ago("d-1", 5, 2))).stored())
                .isEqualTo(2);
        assertThat(site.samples.history("d-1").count()).isEqualTo(2);
        site.process();
        site.check("d-1");
    }
}
