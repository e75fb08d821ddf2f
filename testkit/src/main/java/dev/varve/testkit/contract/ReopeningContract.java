package dev.varve.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.core.key.Tick;
import dev.varve.core.schema.Schema;
import dev.varve.core.series.Series;
import dev.varve.core.series.SeriesBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

/** A database is opened again only by declarations that can read what it holds. */
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

    @Test
    void contradictionIsRefusedAndNamed() {
        String table = harness().newTableName();
        openAs(table, readings().build());
        assertRejected(
                "schema.incompatible",
                "readings cannot read what its table holds: tick was MILLIS, is now SECONDS. Keep what was declared and"
                        + " open a new epoch with since(…), or store it under another name",
                () -> openAs(table, readings().tick(Tick.SECONDS).build()));
        assertRejected(
                "schema.incompatible",
                "readings cannot read what its table holds: epoch 0 was \"{deviceId}#{at:day}\" / \"READING#{at}\" in Z, is"
                        + " now \"{deviceId}#{at:month}\" / \"READING#{at}\" in Z. Keep what was declared and open a new"
                        + " epoch with since(…), or store it under another name",
                () -> openAs(
                        table, readings().partition("{deviceId}#{at:month}").build()));
        assertRejected(
                "schema.incompatible",
                () -> openAs(table, readings().zone(ZoneId.of("Asia/Kolkata")).build()));
        openAs(table, readings().build());
    }

    @Test
    void newEpochMustLieAheadOfEveryEventThereCanBe() {
        String table = harness().newTableName();
        openAs(table, readings().build());
        Instant tooSoon = clock().instant().plus(Duration.ofDays(1));
        Instant ahead = tooSoon.plus(Duration.ofHours(10));
        assertRejected(
                "series.epoch-not-ahead",
                "series readings opens an epoch at 2060-04-21T14:00:00Z, but events with a clock up to"
                        + " 2060-04-21T14:00:00Z may have been stored by the one before (now + maxFuture): choose a later"
                        + " instant",
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
