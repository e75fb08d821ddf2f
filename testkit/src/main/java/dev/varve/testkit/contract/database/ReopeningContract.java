package dev.varve.testkit.contract.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.Varve;
import dev.varve.error.Rejected;
import dev.varve.key.Grain;
import dev.varve.key.Tick;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.Stat;
import dev.varve.rollup.Tier;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.table.TableSchema;
import dev.varve.testkit.contract.series.SeriesContract;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A database can be reopened only with declarations that can read its stored items. */
public abstract class ReopeningContract extends SeriesContract {

    private static SeriesBuilder<Reading> readings() {
        return Series.of(Reading.class)
                .named("readings")
                .partition("{deviceId}#{at:day}")
                .sort("READING#{at}");
    }

    private void openAs(String table, Series<Reading> series) {
        assertThat(open(Schema.of(table, series))).isInstanceOf(Varve.class);
    }

    @Test
    void sameDeclarationOpensAgainAndMayChangeItsRetention() {
        String table = harness().newTableName();
        openAs(table, readings().build());
        openAs(table, readings().build());
        openAs(
                table,
                readings()
                        .keep(Duration.ofDays(3))
                        .maxFuture(Duration.ofHours(1))
                        .build());
    }

    private static String refusal(String differences) {
        return "readings is not declared as it was when its items were stored: " + differences
                + ". Keep it as it was, or store it in a new table under another name with named(…)";
    }

    private void assertIncompatible(String message, String table, Series<Reading> series) {
        assertRejected("schema.incompatible", message, () -> openAs(table, series));
    }

    @Test
    void incompatibleDeclarationIsRefusedWithTheDifferences() {
        String table = harness().newTableName();
        openAs(table, readings().build());
        assertIncompatible(
                refusal("tick was MILLIS, is now SECONDS"),
                table,
                readings().tick(Tick.SECONDS).build());
        assertIncompatible(
                refusal("epoch 0 was \"{deviceId}#{at:day}\" / \"READING#{at}\" in Z, is now"
                                + " \"{deviceId}#{at:month}\" / \"READING#{at}\" in Z")
                        + ". To use other keys from a later instant on, declare since(…)",
                table,
                readings().partition("{deviceId}#{at:month}").build());
        assertIncompatible(
                refusal("epoch 0 was \"{deviceId}#{at:day}\" / \"READING#{at}\" in Z, is now \"{deviceId}#{at:day}\" /"
                                + " \"READING#{at}\" in Asia/Kolkata")
                        + ". To use another zone from a later instant on, declare since(…, ZoneId)",
                table,
                readings().zone(ZoneId.of("Asia/Kolkata")).build());
        assertIncompatible(
                refusal("catalogue was kept, is now none"),
                table,
                readings().withoutCatalogue().build());
        openAs(table, readings().build());
    }

    private static Series<Reading> named(SeriesBuilder<Reading> series, String name) {
        return series.named(name).build();
    }

    @Test
    void adviceInTheMessageWorksForEveryChange() {
        Rollup rollup = Rollup.of("temperature").hourly().daily();
        List<Supplier<SeriesBuilder<Reading>>> changes = List.of(
                () -> readings().rollUp(rollup).tick(Tick.SECONDS),
                () -> readings().rollUp(rollup).partition("{deviceId}#{at:month}"),
                () -> readings().withoutCatalogue(),
                ReopeningContract::readings,
                () -> readings().rollUp(Rollup.of("temperature").hourly()),
                () -> readings().rollUp(rollup.stats("temperature", Stat.MIN, Stat.MAX, Stat.STDDEV)),
                () -> readings().rollUp(rollup.tier(Tier.of(Grain.HOUR).name("avgTemperature", "average"))));
        for (Supplier<SeriesBuilder<Reading>> change : changes) {
            String table = harness().newTableName();
            Series<Reading> kept = readings().rollUp(rollup).build();
            openAs(table, kept);
            assertRejected(
                    "schema.incompatible", () -> openAs(table, change.get().build()));
            openAs(table, kept);
            Series<Reading> elsewhere = named(change.get(), "readings2");
            Varve both = open(Schema.of(
                    Schema.in(TableSchema.named(table).build(), kept),
                    Schema.in(TableSchema.named(harness().newTableName()).build(), elsewhere)));
            assertOutcome(Outcome.Applied.class, both.series(kept).append(reading(0, 20)));
            assertOutcome(Outcome.Applied.class, both.series(elsewhere).append(reading(0, 20)));
            openAs(harness().newTableName(), elsewhere);
        }
    }

    @Test
    void adviceToOpenAnEpochWorks() {
        String table = harness().newTableName();
        Series<Reading> days = readings().lookBack(Duration.ofDays(10)).build();
        open(Schema.of(table, days)).series(days).append(reading(0, 20));
        Instant later = Instant.parse("2060-06-01T00:00:00Z");
        Series<Reading> months = readings()
                .lookBack(Duration.ofDays(100))
                .since(later, "{deviceId}#{at:month}")
                .build();
        openAs(table, months);
        Series<Reading> zoned = readings()
                .lookBack(Duration.ofDays(100))
                .since(later, "{deviceId}#{at:month}")
                .since(Instant.parse("2060-07-01T00:00:00Z"), ZoneId.of("Asia/Kolkata"))
                .build();
        clock().set(Instant.parse("2060-06-02T00:00:00Z"));
        OpenSeries<Reading> series = open(Schema.of(table, zoned)).series(zoned);
        series.append(reading(0, 21));
        clock().set(Instant.parse("2060-07-02T00:00:00Z"));
        series.append(reading(0, 22));
        assertThat(series.history("d-1").list())
                .extracting(Reading::temperature)
                .containsExactly(20.0, 21.0, 22.0);
    }

    @Test
    void renamedPartOfTheKeyGetsNoAdviceToOpenAnEpoch() {
        String table = harness().newTableName();
        openAs(table, readings().build());
        Series<Renamed> renamed = Series.of(Renamed.class)
                .named("readings")
                .partition("{id}#{at:day}")
                .sort("READING#{at}")
                .build();
        assertRejected(
                "schema.incompatible",
                refusal("epoch 0 was \"{deviceId}#{at:day}\" / \"READING#{at}\" in Z, is now \"{id}#{at:day}\" /"
                        + " \"READING#{at}\" in Z"),
                () -> open(Schema.of(table, renamed)));
        openAs(table, readings().build());
    }

    /** A reading whose id has another name. */
    public record Renamed(String id, Instant at, double temperature) {}

    @Test
    void rowsCanKeepTheirKeysWhenEventsGetAnEpoch() {
        String table = harness().newTableName();
        Rollup rollup = Rollup.of("temperature").hourly();
        openAs(
                table,
                Series.of(Reading.class)
                        .named("readings")
                        .partition("DEVICE#{deviceId}")
                        .sort("READING#{at}")
                        .rollUp(rollup)
                        .build());
        Supplier<SeriesBuilder<Reading>> months = () -> Series.of(Reading.class)
                .named("readings")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .since(Instant.parse("2060-06-01T00:00:00Z"), "DEVICE#{deviceId}#{at:month}");
        assertIncompatible(
                refusal("hourly rows was \"DEVICE#{deviceId}\" / \"AGG#hourly#{at:hour}\" in Z, is now"
                                + " \"readings#{deviceId}\" / \"AGG#hourly#{at:hour}\" in Z")
                        + ". To keep the keys of the rows, declare Tier.keys(\"DEVICE#{deviceId}\", \"AGG#hourly#{at:hour}\")",
                table,
                months.get().rollUp(rollup).build());
        openAs(
                table,
                months.get()
                        .rollUp(rollup.tier(Tier.of(Grain.HOUR).keys("DEVICE#{deviceId}", "AGG#hourly#{at:hour}")))
                        .build());
    }

    private Series<Reading> hourly(ZoneId zone) {
        return readings()
                .zone(zone)
                .rollUp(Rollup.of("temperature").tier(Tier.of(Grain.HOUR).name("avgTemperature", "average")))
                .build();
    }

    @Test
    void newZoneOfEventsOpensAnEpochOfTheirRowsToo() {
        String table = harness().newTableName();
        openAs(table, hourly(ZoneOffset.UTC));
        Rejected refused =
                catchThrowableOfType(Rejected.class, () -> openAs(table, hourly(ZoneId.of("Europe/Berlin"))));
        assertThat(refused)
                .hasMessageEndingWith("To use another zone from a later instant on, declare since(…, ZoneId)");
        openAs(
                table,
                readings()
                        .since(Instant.parse("2060-05-31T22:00:00Z"), ZoneId.of("Europe/Berlin"))
                        .rollUp(Rollup.of("temperature")
                                .tier(Tier.of(Grain.HOUR).name("avgTemperature", "average")))
                        .build());
    }

    @Test
    void zoneThatSplitsHoursGetsNoAdviceToOpenAnEpoch() {
        String table = harness().newTableName();
        openAs(table, hourly(ZoneOffset.UTC));
        Rejected refused = catchThrowableOfType(Rejected.class, () -> openAs(table, hourly(ZoneId.of("Asia/Kolkata"))));
        assertThat(refused).hasMessageEndingWith("under another name with named(…)");
    }

    @Test
    void newEpochMustStartAfterEveryPossibleEvent() {
        String table = harness().newTableName();
        openAs(table, readings().build());
        Instant tooSoon = clock().instant().plus(Duration.ofDays(1));
        Instant ahead = tooSoon.plus(Duration.ofHours(10));
        assertRejected(
                "series.epoch-not-ahead",
                "series readings opens an epoch at 2060-04-21T14:00:00Z, but events with a clock up to"
                        + " 2060-04-21T14:00:00Z (now + maxFuture) may be stored under the epoch before: choose a later instant",
                () -> openAs(
                        table,
                        readings()
                                .since(tooSoon, "{deviceId}#{at:day}#{shard:4}")
                                .build()));
        Series<Reading> sharded =
                readings().since(ahead, "{deviceId}#{at:day}#{shard:4}").build();
        openAs(table, sharded);
        clock().advance(Duration.ofDays(400));
        openAs(table, sharded);
        assertRejected("schema.incompatible", () -> openAs(table, readings().build()));
    }

    @Test
    void firstDeclarationMayHaveEpochsInThePast() {
        openAs(
                harness().newTableName(),
                readings()
                        .since(Instant.parse("2025-01-01T00:00:00Z"), "{deviceId}#{at:day}#{shard:4}")
                        .build());
    }
}
