package dev.varve.testkit.contract.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.Varve;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.feed.FeedSource;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.key.Grain;
import dev.varve.key.TimeRange;
import dev.varve.rollup.Group;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.Tier;
import dev.varve.rollup.internal.RollupAccess;
import dev.varve.rollup.internal.RollupWorker;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.table.BlockingTable;
import dev.varve.table.Query;
import dev.varve.testkit.contract.series.SeriesContract;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How rows of rollups are stored: their index keys, and items that several rollups share. */
public abstract class RowItemsContract extends SeriesContract {

    /** A page that was viewed. */
    public record View(String siteId, Instant at, String path, int millis) {}

    /** A session of several pages. */
    public record Visit(String siteId, Instant startedAt, int pages) {}

    private static final Instant HOUR = Instant.parse("2060-04-20T14:00:00Z");

    @BeforeEach
    void engineHasAFeed() {
        assumeTrue(harness().hasFeed());
        clock().set(HOUR.plusSeconds(1_800));
    }

    /** A database with the workers of its rollups, and the feed between them. */
    private final class Site {
        final Varve db;
        final BlockingTable table;
        final List<RollupWorker> workers = new ArrayList<>();
        private final ChangeFeed feed;
        private FeedPosition position = FeedPosition.BEGINNING;

        Site(Series<?>... series) {
            this(harness().newTableName(), series);
        }

        Site(String name, Series<?>... series) {
            db = open(Schema.of(name, (Declaration[]) series));
            table = db.table(name);
            feed = ((FeedSource) harness().engine()).changes(name);
            for (Series<?> each : series) {
                workers.add(new RollupWorker(
                        RollupAccess.instance().runtime(db.series(each).rollup())));
            }
        }

        /** Delivers all pending changes to the workers, and lets them close finished buckets. */
        void follow() {
            List<Change> changes = changes();
            for (RollupWorker worker : workers) {
                worker.handle(changes).join();
                worker.tick().join();
                worker.refreshGroups(true).join();
            }
        }

        /** Returns all pending changes. */
        List<Change> changes() {
            List<Change> changes = new ArrayList<>();
            while (feed.read(position, 50).join() instanceof FeedPage.Changes page
                    && !page.changes().isEmpty()) {
                changes.addAll(page.changes());
                position = page.next();
            }
            return changes;
        }

        void assertRight(Series<?> series) {
            RollupReport report = db.series(series)
                    .rollup()
                    .verify(new TimeRange(HOUR.minus(Duration.ofDays(70)), HOUR.plus(Duration.ofDays(70))), n -> {});
            assertThat(report.isClean()).as(report.toString()).isTrue();
        }
    }

    private static Tier hours() {
        return Tier.of(Grain.HOUR)
                .keys("SITE#{siteId}", "STATS#hour#{at:hour}")
                .index("gsi1", "SITE#{siteId}", "PERIOD#hour#{at:hour}");
    }

    private static Tier days() {
        return Tier.of(Grain.DAY)
                .keys("SITE#{siteId}", "STATS#day#{at:day:start}")
                .index("gsi1", "SITE#{siteId}", "PERIOD#day#{at:day:start}");
    }

    private static Series<View> views(Rollup rollup) {
        return Series.of(View.class)
                .named("views")
                .partition("SITE#{siteId}")
                .sort("PV#{at}")
                .rollUp(rollup)
                .build();
    }

    private List<Item> indexed(Site site, String index, String partition, String prefix) {
        return site.table
                .query(Query.of(partition).on(index).beginsWith(prefix))
                .items();
    }

    @Test
    void rowsHaveTheirOwnIndexKeys() {
        Series<View> series = views(Rollup.of("millis")
                .tier(hours().keep(Duration.ofDays(30)).index("gsi2", "HOURS#{at:day}", "{at:hour}#{siteId}"))
                .tier(days())
                .group(Group.by("path")
                        .tier(Tier.of(Grain.HOUR).index("gsi1", "PATH#{path}", "PERIOD#hour#{at:hour}"))));
        Site site = new Site(series);
        OpenSeries<View> views = site.db.series(series);
        views.append(new View("blog", HOUR.plusSeconds(5), "/", 40));
        views.append(new View("blog", HOUR.minusSeconds(5), "/", 60));
        views.append(new View("shop", HOUR.plusSeconds(6), "/a", 80));
        site.follow();
        clock().advance(Duration.ofDays(1));
        site.follow();
        eventually(() -> assertThat(texts(indexed(site, "gsi1", "SITE#blog", "PERIOD#"), "gsi1sk"))
                .containsExactly(
                        "PERIOD#day#2060-04-20T00:00:00Z",
                        "PERIOD#hour#2060-04-20T13:00:00Z",
                        "PERIOD#hour#2060-04-20T14:00:00Z"));
        List<Item> hours = indexed(site, "gsi1", "SITE#blog", "PERIOD#hour#");
        assertThat(texts(hours, "pk")).containsOnly("SITE#blog");
        assertThat(texts(hours, "sk"))
                .containsExactly("STATS#hour#2060-04-20T13:00:00Z", "STATS#hour#2060-04-20T14:00:00Z");
        assertThat(hours.get(1).number("sumMillis").doubleValue()).isEqualTo(40);
        eventually(() -> assertThat(texts(indexed(site, "gsi2", "HOURS#2060-04-20", "2060-04-20T14"), "gsi2sk"))
                .containsExactly("2060-04-20T14:00:00Z#blog", "2060-04-20T14:00:00Z#shop"));
        eventually(() ->
                assertThat(indexed(site, "gsi1", "PATH#/", "PERIOD#hour#")).hasSize(2));
        assertThat(views.rollups("blog")
                        .hourly()
                        .between(HOUR, HOUR.plusSeconds(1))
                        .list()
                        .get(0)
                        .attributes()
                        .asMap())
                .doesNotContainKeys("gsi1pk", "gsi1sk", "gsi2pk", "gsi2sk", "pk", "sk", "ttl");
        site.assertRight(series);
    }

    private static Tier hoursOf(String clock, String count) {
        return Tier.of(Grain.HOUR)
                .keys("SITE#{siteId}", "STATS#hour#{%s:hour}".formatted(clock))
                .index("gsi1", "SITE#{siteId}", "PERIOD#hour#{%s:hour}".formatted(clock))
                .name("count", count);
    }

    private static Tier daysOf(String clock, String count) {
        return Tier.of(Grain.DAY)
                .keys("SITE#{siteId}", "STATS#day#{%s:day:start}".formatted(clock))
                .index("gsi1", "SITE#{siteId}", "PERIOD#day#{%s:day:start}".formatted(clock))
                .name("count", count);
    }

    private static Group allOf(String clock, String count) {
        return Group.all("sites")
                .tier(Tier.of(Grain.HOUR)
                        .keys("SITES", "STATS#hour#{%s:hour}".formatted(clock))
                        .name("count", count))
                .tier(Tier.of(Grain.DAY)
                        .keys("SITES", "STATS#day#{%s:day:start}".formatted(clock))
                        .name("count", count));
    }

    private static Rollup ofViews() {
        return Rollup.of("millis")
                .tier(hoursOf("at", "pageViews"))
                .tier(daysOf("at", "pageViews"))
                .group(allOf("at", "pageViews"))
                .sharedRows("stats");
    }

    private static Rollup ofVisits() {
        return Rollup.of("pages")
                .tier(hoursOf("startedAt", "visits"))
                .tier(daysOf("startedAt", "visits"))
                .group(allOf("startedAt", "visits"))
                .sharedRows("stats");
    }

    private static Series<Visit> visits(Rollup rollup) {
        return Series.of(Visit.class)
                .named("visits")
                .partition("SITE#{siteId}")
                .sort("VISIT#{startedAt}")
                .rollUp(rollup)
                .build();
    }

    private static final Series<View> VIEWS = views(ofViews());
    private static final Series<Visit> VISITS = visits(ofVisits());

    private static View view(int second, int millis) {
        return new View("blog", HOUR.plusSeconds(second), "/", millis);
    }

    private static Visit visit(int second, int pages) {
        return new Visit("blog", HOUR.plusSeconds(second), pages);
    }

    private static List<RollupRow> hours(OpenSeries<?> series) {
        return series.rollups("blog")
                .hourly()
                .between(HOUR, HOUR.plusSeconds(3_600))
                .list();
    }

    private static Item hourItem(Site site) {
        return Objects.requireNonNull(read(site.table, key("SITE#blog", "STATS#hour#2060-04-20T14:00:00Z")));
    }

    @Test
    void twoSeriesShareOneItemAndReadTheirOwnAttributes() {
        Site site = new Site(VIEWS, VISITS);
        OpenSeries<View> views = site.db.series(VIEWS);
        OpenSeries<Visit> visits = site.db.series(VISITS);
        views.append(view(1, 40));
        views.append(view(2, 60));
        visits.append(visit(1, 2));
        site.follow();
        Item item = hourItem(site);
        assertThat(item.asMap().keySet())
                .containsExactlyInAnyOrder(
                        "pk",
                        "sk",
                        "gsi1pk",
                        "gsi1sk",
                        "pageViews",
                        "viewsVersion",
                        "countMillis",
                        "sumMillis",
                        "minMillis",
                        "maxMillis",
                        "avgMillis",
                        "visits",
                        "visitsVersion",
                        "countPages",
                        "sumPages",
                        "minPages",
                        "maxPages",
                        "avgPages");
        assertThat(item.number("pageViews")).isEqualTo(Num.of(2));
        assertThat(item.number("visits")).isEqualTo(Num.of(1));
        assertThat(item.text("gsi1sk")).isEqualTo("PERIOD#hour#2060-04-20T14:00:00Z");
        assertThat(hours(views)).singleElement().satisfies(row -> {
            assertThat(row.count()).isEqualTo(2);
            assertThat(row.sum("millis")).hasValue(100);
            assertThat(row.attributes().asMap())
                    .containsOnlyKeys("count", "countMillis", "sumMillis", "minMillis", "maxMillis", "avgMillis");
        });
        assertThat(hours(visits)).singleElement().satisfies(row -> {
            assertThat(row.count()).isEqualTo(1);
            assertThat(row.sum("pages")).hasValue(2);
        });
        eventually(() -> assertThat(indexed(site, "gsi1", "SITE#blog", "PERIOD#hour#"))
                .singleElement()
                .isEqualTo(hourItem(site)));
        site.assertRight(VIEWS);
        site.assertRight(VISITS);
    }

    @Test
    void rowThatOnlyTheOtherSeriesWroteIsAbsent() {
        Site site = new Site(VIEWS, VISITS);
        site.db.series(VIEWS).append(view(1, 40));
        site.db.series(VISITS).append(visit(-86_400, 1));
        site.follow();
        clock().advance(Duration.ofDays(1));
        site.follow();
        OpenSeries<Visit> visits = site.db.series(VISITS);
        assertThat(hours(visits)).isEmpty();
        assertThat(visits.rollups("blog").daily().last(Duration.ofDays(2)).list())
                .isEmpty();
        assertThat(visits.rollupsBy("sites")
                        .hourly()
                        .between(HOUR, HOUR.plusSeconds(1))
                        .list())
                .isEmpty();
        assertThat(visits.rollups("blog").daily().last(Duration.ofDays(3)).list())
                .extracting(RollupRow::count)
                .containsExactly(1L);
        site.assertRight(VIEWS);
        site.assertRight(VISITS);
    }

    @Test
    void sharedRowsAreUpdatedByLateCorrectedAndDeletedEvents() {
        Site site = new Site(VIEWS, VISITS);
        OpenSeries<View> views = site.db.series(VIEWS);
        OpenSeries<Visit> visits = site.db.series(VISITS);
        views.append(view(1, 40));
        visits.append(visit(1, 2));
        site.follow();
        clock().advance(Duration.ofDays(3));
        site.follow();
        views.append(view(2, 80));
        visits.correct(visit(1, 7));
        site.follow();
        assertThat(hours(views)).extracting(RollupRow::count).containsExactly(2L);
        assertThat(hours(visits).get(0).max("pages")).hasValue(7);
        Item day = Objects.requireNonNull(read(site.table, key("SITE#blog", "STATS#day#2060-04-20T00:00:00Z")));
        assertThat(day.number("pageViews")).isEqualTo(Num.of(2));
        assertThat(day.number("maxPages")).isEqualTo(Num.of(7));
        Item all = Objects.requireNonNull(read(site.table, key("SITES", "STATS#day#2060-04-20T00:00:00Z")));
        assertThat(all.number("pageViews")).isEqualTo(Num.of(2));
        assertThat(all.number("visits")).isEqualTo(Num.of(1));
        views.delete(view(1, 40));
        views.delete(view(2, 80));
        site.follow();
        Item emptied = hourItem(site);
        assertThat(emptied.number("pageViews")).isEqualTo(Num.of(0));
        assertThat(emptied.asMap()).doesNotContainKeys("minMillis", "maxMillis", "avgMillis");
        assertThat(emptied.number("visits")).isEqualTo(Num.of(1));
        assertThat(hours(visits).get(0).max("pages")).hasValue(7);
        site.assertRight(VIEWS);
        site.assertRight(VISITS);
    }

    @Test
    void concurrentWritesOfASharedItemKeepBothRows() {
        Site site = new Site(VIEWS, VISITS);
        OpenSeries<View> views = site.db.series(VIEWS);
        OpenSeries<Visit> visits = site.db.series(VISITS);
        RollupWorker other = new RollupWorker(RollupAccess.instance().runtime(views.rollup()));
        views.append(view(1, 40));
        visits.append(visit(1, 2));
        site.follow();
        Item before = hourItem(site);
        views.append(view(2, 80));
        List<Change> changes = site.changes();
        other.handle(changes).join();
        assertThat(hourItem(site).number("viewsVersion").longValueExact())
                .isEqualTo(before.number("viewsVersion").longValueExact() + 1);
        // The first worker has an outdated version in memory, so its first write fails.
        site.workers.get(0).handle(changes).join();
        assertThat(hourItem(site).number("viewsVersion").longValueExact())
                .isEqualTo(before.number("viewsVersion").longValueExact() + 2);
        assertThat(hourItem(site).number("visitsVersion")).isEqualTo(before.number("visitsVersion"));
        assertThat(hourItem(site).number("pageViews")).isEqualTo(Num.of(2));
        visits.append(visit(2, 2));
        site.follow();
        assertThat(hourItem(site).number("visitsVersion").longValueExact())
                .isEqualTo(before.number("visitsVersion").longValueExact() + 1);
        assertThat(hourItem(site).number("visits")).isEqualTo(Num.of(2));
        site.assertRight(VIEWS);
        site.assertRight(VISITS);
    }

    @Test
    void damagedRowIsRebuiltOnlyByItsOwnRollup() {
        Site site = new Site(VIEWS, VISITS);
        site.db.series(VIEWS).append(view(1, 40));
        site.db.series(VISITS).append(visit(1, 2));
        site.follow();
        site.table.put(hourItem(site).with("pageViews", Num.of(9)).with("visits", Num.of(9)));
        TimeRange hour = new TimeRange(HOUR, HOUR.plusSeconds(3_600));
        assertThat(site.db.series(VIEWS).rollup().rebuild(hour, n -> {}).wrong())
                .isPositive();
        assertThat(hourItem(site).number("pageViews")).isEqualTo(Num.of(1));
        assertThat(hourItem(site).number("visits")).isEqualTo(Num.of(9));
        site.assertRight(VIEWS);
        assertThat(site.db.series(VISITS).rollup().verify(hour, n -> {}).isClean())
                .isFalse();
        site.db.series(VISITS).rollup().rebuild(hour, n -> {});
        site.assertRight(VISITS);
    }

    @Test
    void expiredRowIsOverwrittenAsAbsent() {
        String name = harness().newTableName();
        Series<View> briefViews = views(kept("millis", hoursOf("at", "pageViews"), 5));
        Series<Visit> briefVisits = visits(kept("pages", hoursOf("startedAt", "visits"), 5));
        Site brief = new Site(name, briefViews, briefVisits);
        brief.db.series(briefViews).append(view(1, 40));
        brief.db.series(briefVisits).append(visit(1, 2));
        brief.follow();
        clock().advance(Duration.ofDays(6));
        assertThat(read(brief.table, key("SITE#blog", "STATS#hour#2060-04-20T14:00:00Z")))
                .isNull();
        // The retention is longer from now on: a rebuilt row must not bring back expired attributes of its item.
        Series<View> views = views(kept("millis", hoursOf("at", "pageViews"), 90));
        Series<Visit> visits = visits(kept("pages", hoursOf("startedAt", "visits"), 90));
        Site site = new Site(name, views, visits);
        TimeRange hour = new TimeRange(HOUR, HOUR.plusSeconds(3_600));
        site.db.series(views).rollup().rebuild(hour, n -> {});
        assertThat(hourItem(site).asMap())
                .containsKeys("pageViews", "ttl")
                .doesNotContainKeys("visits", "visitsVersion", "sumPages");
        assertThat(hours(site.db.series(visits))).isEmpty();
        site.db.series(visits).rollup().rebuild(hour, n -> {});
        assertThat(hours(site.db.series(visits))).extracting(RollupRow::count).containsExactly(1L);
        assertThat(hours(site.db.series(views))).extracting(RollupRow::count).containsExactly(1L);
    }

    private static Rollup kept(String field, Tier hours, int days) {
        return Rollup.of(field).tier(hours.keep(Duration.ofDays(days))).sharedRows("stats");
    }
}
