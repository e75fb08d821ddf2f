package dev.varve.rollup;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.key.Grain;
import dev.varve.schema.Schema;
import dev.varve.schema.internal.Placements;
import dev.varve.series.Series;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

/** Rollups that write the same items must not overwrite each other. */
class SharedRowsTest {

    record View(String siteId, Instant at, int millis) {}

    record Visit(String siteId, Instant startedAt, int pages) {}

    private static Series<View> views(Tier tier) {
        return Series.of(View.class)
                .named("views")
                .partition("SITE#{siteId}")
                .sort("PV#{at}")
                .rollUp(Rollup.of("millis").tier(tier).sharedRows("stats"))
                .build();
    }

    private static Series<Visit> visits(Tier tier) {
        return visits(Rollup.of("pages").tier(tier).sharedRows("stats"));
    }

    private static Series<Visit> visits(Rollup rollup) {
        return Series.of(Visit.class)
                .named("visits")
                .partition("SITE#{siteId}")
                .sort("VISIT#{startedAt}")
                .rollUp(rollup)
                .build();
    }

    private static Tier ofViews() {
        return Tier.of(Grain.HOUR)
                .keys("SITE#{siteId}", "STATS#{at:hour}")
                .name("count", "pageViews")
                .keep(Duration.ofDays(90));
    }

    private static Tier ofVisits() {
        return Tier.of(Grain.HOUR)
                .keys("SITE#{siteId}", "STATS#{startedAt:hour}")
                .name("count", "visits")
                .keep(Duration.ofDays(90));
    }

    @Test
    void rowsWithTheSameKeysAreAcceptedEvenIfTheirClocksHaveDifferentNames() {
        Schema schema = Schema.of("table", views(ofViews()), visits(ofVisits()));
        assertThat(schema.describe()).contains("kept for PT2160H, shared as stats");
        assertThat(Placements.of(visits(ofVisits())).get(2).attributes())
                .containsEntry("rowVersion", "visitsVersion")
                .containsEntry("count", "visits");
    }

    @Test
    void versionCanBeRenamed() {
        assertThat(Placements.of(visits(ofVisits().name("rowVersion", "v")))
                        .get(2)
                        .attributes())
                .containsEntry("rowVersion", "v");
    }

    @Test
    void countOfSharedRowsNeedsAName() {
        assertRejected(
                "rollup.shared-count",
                "the hourly rows of series views are shared as stats, where \"count\" would be ambiguous: store it under"
                        + " another name, as in name(\"count\", \"pageViews\")",
                () -> views(Tier.of(Grain.HOUR)));
    }

    @Test
    void attributesThatBothWriteAreRefused() {
        assertRejected(
                "schema.shared-attribute",
                "hourly rows of views and hourly rows of visits share their items as stats, but both write [pageViews]: store"
                        + " one under another name with Tier.name(…, …)",
                () -> Schema.of("table", views(ofViews()), visits(ofVisits().name("sumPages", "pageViews"))));
    }

    @Test
    void rowsWithDifferentRetentionAreRefused() {
        assertRejected(
                "schema.shared-keep",
                "hourly rows of views and hourly rows of visits share their items as stats, but are kept for PT2160H and for"
                        + " PT24000H: declare the same retention for both",
                () -> Schema.of("table", views(ofViews()), visits(ofVisits().keep(Duration.ofDays(1_000)))));
    }

    @Test
    void rowsWithOtherIndexesAreRefused() {
        String message =
                "hourly rows of views and hourly rows of visits share their items as stats, but have different keys"
                        + " in indexes: declare the same ones for both";
        Tier indexed = ofViews().index("gsi1", "SITE#{siteId}", "PERIOD#{at:hour}");
        assertRejected("schema.shared-index", message, () -> Schema.of("table", views(indexed), visits(ofVisits())));
        assertRejected(
                "schema.shared-index",
                message,
                () -> Schema.of(
                        "table",
                        views(indexed),
                        visits(ofVisits().index("gsi1", "SITE#{siteId}", "HOUR#{startedAt:hour}"))));
        Schema.of(
                "table", views(indexed), visits(ofVisits().index("gsi1", "SITE#{siteId}", "PERIOD#{startedAt:hour}")));
    }

    @Test
    void differentKeysThatCanCollideAreRefused() {
        Series<Visit> elsewhere = Series.of(Visit.class)
                .named("visits")
                .partition("SITE#{siteId}")
                .sort("VISIT#{startedAt}")
                .zone(ZoneId.of("Asia/Kolkata"))
                .rollUp(Rollup.of("pages").tier(ofVisits()).sharedRows("stats"))
                .build();
        assertRejected(
                "schema.shared-keys",
                "hourly rows of views and hourly rows of visits share their items as stats, but their keys are different"
                        + " and can collide: give both the same templates and zone, with parts of the same names and types",
                () -> Schema.of("table", views(ofViews()), elsewhere));
    }

    @Test
    void rowsSharedByOnlyOneDeclarationAreRefused() {
        assertRejected(
                "schema.keys-collide",
                () -> Schema.of(
                        "table", views(ofViews()), visits(Rollup.of("pages").tier(ofVisits()))));
        assertRejected(
                "schema.keys-collide",
                () -> Schema.of(
                        "table",
                        views(ofViews()),
                        visits(Rollup.of("pages").tier(ofVisits()).sharedRows("other"))));
    }

    @Test
    void twoAttributesOfOneNameAreRefused() {
        assertRejected(
                "rollup.name-repeated",
                "count and sumMillis of hourly rows are both stored as pageViews: choose another name for one of them",
                () -> views(ofViews().name("sumMillis", "pageViews")));
    }
}
