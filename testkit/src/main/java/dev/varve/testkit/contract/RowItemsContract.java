package dev.varve.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.Varve;
import dev.varve.core.feed.Change;
import dev.varve.core.feed.ChangeFeed;
import dev.varve.core.feed.FeedPage;
import dev.varve.core.feed.FeedPosition;
import dev.varve.core.feed.FeedSource;
import dev.varve.core.item.Item;
import dev.varve.core.key.Grain;
import dev.varve.core.key.TimeRange;
import dev.varve.core.rollup.Group;
import dev.varve.core.rollup.Rollup;
import dev.varve.core.rollup.RollupReport;
import dev.varve.core.rollup.RollupWorker;
import dev.varve.core.rollup.Tier;
import dev.varve.core.schema.Declaration;
import dev.varve.core.schema.Schema;
import dev.varve.core.series.OpenSeries;
import dev.varve.core.series.Series;
import dev.varve.core.table.BlockingTable;
import dev.varve.core.table.Query;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where rows of rollups are stored: the keys they have in indexes, and items that several rollups share. */
public abstract class RowItemsContract extends SeriesContract {

    /** A page that was viewed. */
    public record View(String siteId, Instant at, String path, int millis) {}

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
            String name = harness().newTableName();
            db = open(Schema.of(name, (Declaration[]) series));
            table = db.table(name);
            feed = ((FeedSource) harness().engine()).changes(name);
            for (Series<?> each : series) {
                workers.add(new RollupWorker(db.series(each).rollup()));
            }
        }

        /** Brings the changes there are to the workers, and lets them close what is over. */
        void follow() {
            List<Change> changes = new ArrayList<>();
            while (feed.read(position, 50).join() instanceof FeedPage.Changes page
                    && !page.changes().isEmpty()) {
                changes.addAll(page.changes());
                position = page.next();
            }
            for (RollupWorker worker : workers) {
                worker.handle(changes).join();
                worker.tick().join();
                worker.refreshGroups(true).join();
            }
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
    void rowsAreInIndexesUnderKeysOfTheirOwn() {
        Series<View> series = views(Rollup.of("millis")
                .tier(hours().keep(Duration.ofDays(30)).index("gsi2", "HOURS#{at:day}", "{at:hour}#{siteId}"))
                .tier(days())
                .group(Group.by("path")
                        .tier(Tier.of(Grain.HOUR).index("gsi1", "PATH#{path}", "PERIOD#hour#{at:hour}"))));
        Site site = new Site(series);
        OpenSeries<View, View> views = site.db.series(series);
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
}
