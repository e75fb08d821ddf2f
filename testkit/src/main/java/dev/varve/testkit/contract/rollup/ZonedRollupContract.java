package dev.varve.testkit.contract.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.Varve;
import dev.varve.entity.Entity;
import dev.varve.entity.OpenEntities;
import dev.varve.error.CorruptData;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.ChangeHandler;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.feed.FeedSource;
import dev.varve.item.Item;
import dev.varve.key.TimeRange;
import dev.varve.key.ZoneHistory;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.RollupRow.Kind;
import dev.varve.rollup.internal.RollupAccess;
import dev.varve.rollup.internal.RollupWorker;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.table.BlockingTable;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Update;
import dev.varve.testkit.contract.series.SeriesContract;
import dev.varve.testkit.model.Thoroughness;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Daily rows of a site follow its time zone; rows from before a change of the zone stay as they were. */
public abstract class ZonedRollupContract extends SeriesContract {

    /** An event of a site. */
    public record View(String siteId, Instant at, double millis) {}

    /** A site, with its zone. */
    public record Site(String siteId, Optional<String> timezone) {}

    private static final Duration OFTEN = Duration.ofMinutes(45);
    private static final Duration SELDOM = Duration.ofMinutes(285);
    private static final Entity<Site> SITES = Entity.of(Site.class)
            .named("sites")
            .partition("SITE#{siteId}")
            .sort("METADATA")
            .build();

    private static final Series<View> VIEWS =
            views().zoneFrom(SITES, "timezone").build();

    private static final String BERLIN = "Europe/Berlin";
    private static final String NEW_YORK = "America/New_York";
    private static final String KOLKATA = "Asia/Kolkata";

    private static SeriesBuilder<View> views() {
        return Series.of(View.class)
                .named("views")
                .partition("SITE#{siteId}")
                .sort("PV#{at}")
                .rollUp(Rollup.of("millis").hourly().daily().monthly());
    }

    @BeforeEach
    void engineHasAFeed() {
        assumeTrue(harness().hasFeed());
    }

    /** Sites and their views, the worker that keeps the rows, and the feed between them. */
    private final class Web {
        final String name = harness().newTableName();
        final OpenSeries<View> views;
        final OpenEntities<Site> sites;
        final BlockingTable table;
        final ChangeFeed feed;
        ChangeHandler worker;
        FeedPosition position = FeedPosition.BEGINNING;

        Web() {
            Varve db = Varve.on(harness().engine()).clock(clock()).open(Schema.of(name, SITES, VIEWS));
            views = db.series(VIEWS);
            sites = db.entities(SITES);
            table = db.table(name);
            worker = RollupAccess.instance().runtime(views.rollup()).worker();
            feed = ((FeedSource) harness().engine()).changes(name);
        }

        Web site(String id, String zones) {
            sites.put(new Site(id, Optional.of(zones)));
            return this;
        }

        void append(String site, Instant at, double millis) {
            views.append(new View(site, at, millis));
        }

        void append(String site, String at, double millis) {
            append(site, Instant.parse(at), millis);
        }

        void follow() {
            List<Change> changes = new ArrayList<>();
            while (feed.read(position, 50).join() instanceof FeedPage.Changes page
                    && !page.changes().isEmpty()) {
                changes.addAll(page.changes());
                position = page.next();
            }
            worker.handle(changes).join();
        }

        void followAndTick() {
            follow();
            worker.tick().join();
        }

        /** Lets another process take over, which knows only the stored data. */
        void restart() {
            Varve restarted = Varve.on(harness().engine()).clock(clock()).open(Schema.of(name, SITES, VIEWS));
            worker = RollupAccess.instance()
                    .runtime(restarted.series(VIEWS).rollup())
                    .worker();
        }

        List<RollupRow> days(String site, String from, String to) {
            return views.rollups(site)
                    .daily()
                    .between(Instant.parse(from), Instant.parse(to))
                    .list();
        }

        List<RollupRow> hours(String site, String from, String to) {
            return views.rollups(site)
                    .hourly()
                    .between(Instant.parse(from), Instant.parse(to))
                    .list();
        }

        Optional<Item> row(String site, String sort) {
            return table.get(Get.of(Key.of("SITE#" + site, sort)).consistent()).find();
        }

        RollupReport verify() {
            return views.rollup().verify(year(), done -> {});
        }

        RollupReport rebuild() {
            return views.rollup().rebuild(year(), done -> {});
        }

        private TimeRange year() {
            Instant now = clock().instant();
            return new TimeRange(now.minus(Duration.ofDays(200)), now.plus(Duration.ofDays(200)));
        }
    }

    private static Instant start(RollupRow row) {
        return row.start();
    }

    @Test
    void backfilledEventsCountInDaysOfTheirZone() {
        Series<View> kept =
                views().zoneFrom(SITES, "timezone").keep(Duration.ofDays(30)).build();
        String table = harness().newTableName();
        Varve db = Varve.on(harness().engine()).clock(clock()).open(Schema.of(table, SITES, kept));
        db.entities(SITES).put(new Site("s", Optional.of(NEW_YORK)));
        db.entities(SITES).put(new Site("t", Optional.of(KOLKATA)));
        OpenSeries<View> views = db.series(kept);
        // In New York this is the last evening of January, in Kolkata the first morning of February.
        Instant at = Instant.parse("2059-02-01T03:30:00Z");
        var unused = views.backfill(
                List.of(new View("s", at, 1), new View("s", at.plusSeconds(7_200), 2), new View("t", at, 3)));
        assertThat(months(views, "s")).containsExactly("2059-01-01T05:00:00Z 1", "2059-02-01T05:00:00Z 1");
        assertThat(months(views, "t")).containsExactly("2059-01-31T18:30:00Z 1");
        assertThat(views.backfill(List.of(new View("s", at, 1))).duplicates()).isEqualTo(1);
        assertThat(months(views, "s")).hasSize(2);
    }

    private static List<String> months(OpenSeries<View> views, String site) {
        return views
                .rollups(site)
                .monthly()
                .between(Instant.parse("2058-12-01T00:00:00Z"), Instant.parse("2059-04-01T00:00:00Z"))
                .list()
                .stream()
                .map(row -> row.start() + " " + row.count())
                .toList();
    }

    @Test
    void daysOfTwoSitesFollowTheirZones() {
        Web web = new Web().site("berlin", BERLIN).site("delhi", KOLKATA);
        clock().set(Instant.parse("2060-04-20T21:00:00Z"));
        for (String site : List.of("berlin", "delhi", "nowhere")) {
            web.append(site, "2060-04-19T18:20:00Z", 1);
            web.append(site, "2060-04-19T18:40:00Z", 2);
            web.append(site, "2060-04-19T21:59:59Z", 4);
            web.append(site, "2060-04-19T22:00:00Z", 8);
            web.append(site, "2060-04-20T00:00:00Z", 16);
        }
        web.followAndTick();
        assertThat(web.days("berlin", "2060-04-19T22:00:00Z", "2060-04-19T22:00:01Z"))
                .singleElement()
                .satisfies(day -> {
                    assertThat(day.sum("millis")).hasValue(24);
                    assertThat(day.end()).isEqualTo(Instant.parse("2060-04-20T22:00:00Z"));
                });
        assertThat(web.days("delhi", "2060-04-19T18:30:00Z", "2060-04-19T18:30:01Z"))
                .singleElement()
                .satisfies(day -> assertThat(day.sum("millis")).hasValue(30));
        assertThat(web.days("nowhere", "2060-04-20T00:00:00Z", "2060-04-20T00:00:01Z"))
                .singleElement()
                .satisfies(day -> assertThat(day.sum("millis")).hasValue(16));
        assertThat(web.hours("delhi", "2060-04-19T17:00:00Z", "2060-04-19T20:00:00Z"))
                .extracting(ZonedRollupContract::start)
                .containsExactly(Instant.parse("2060-04-19T17:30:00Z"), Instant.parse("2060-04-19T18:30:00Z"));
        assertThat(web.views.rollupsOf(
                        List.of("delhi", "berlin"), rows -> rows.daily().last(Duration.ofDays(3))))
                .allSatisfy((site, rows) -> assertThat(rows).hasSize(2));
        RollupReport report = web.verify();
        assertThat(report.isClean()).as("%s", report).isTrue();
        assertThat(report.series()).isEqualTo(3);
    }

    @Test
    void dayIsClosedAtItsEndInItsZone() {
        Web web = new Web().site("berlin", BERLIN).site("york", NEW_YORK);
        clock().set(Instant.parse("2060-04-20T10:00:00Z"));
        web.append("berlin", "2060-04-20T09:00:00Z", 1);
        web.append("york", "2060-04-20T09:00:00Z", 1);
        web.followAndTick();
        clock().set(Instant.parse("2060-04-20T22:00:59Z"));
        web.restart();
        web.followAndTick();
        assertThat(web.row("berlin", "AGG#daily#2060-04-20")).isEmpty();
        clock().set(Instant.parse("2060-04-20T22:01:00Z"));
        web.followAndTick();
        assertThat(web.row("berlin", "AGG#daily#2060-04-20")).isPresent();
        assertThat(web.row("york", "AGG#daily#2060-04-20")).isEmpty();
        // The process that takes over has seen no change of any site.
        clock().set(Instant.parse("2060-04-21T04:01:00Z"));
        web.restart();
        web.worker.tick().join();
        assertThat(web.row("york", "AGG#daily#2060-04-20")).isPresent();
        assertThat(web.days("york", "2060-04-20T04:00:00Z", "2060-04-20T04:00:01Z"))
                .singleElement()
                .satisfies(day -> assertThat(day.kind()).isEqualTo(Kind.STORED));
        assertThat(web.verify().isClean()).isTrue();
    }

    @Test
    void dayOfAClockChangeHas23Or25HoursInItsZone() {
        Web web = new Web().site("berlin", BERLIN).site("delhi", KOLKATA);
        clock().set(Instant.parse("2060-11-02T00:00:00Z"));
        for (int hour = 0; hour < 26; hour++) {
            for (String site : List.of("berlin", "delhi")) {
                web.append(site, Instant.parse("2060-03-27T23:00:00Z").plusSeconds(3_600L * hour), hour);
                web.append(site, Instant.parse("2060-10-30T22:00:00Z").plusSeconds(3_600L * hour), hour);
            }
        }
        web.followAndTick();
        assertThat(web.days("berlin", "2060-03-27T23:00:00Z", "2060-03-27T23:00:01Z"))
                .singleElement()
                .satisfies(day -> assertThat(day.count()).isEqualTo(23));
        assertThat(web.days("berlin", "2060-10-30T22:00:00Z", "2060-10-30T22:00:01Z"))
                .singleElement()
                .satisfies(day -> assertThat(day.count()).isEqualTo(25));
        assertThat(web.days("delhi", "2060-03-28T18:30:00Z", "2060-03-28T18:30:01Z"))
                .singleElement()
                .satisfies(day -> assertThat(day.count()).isEqualTo(6));
        assertThat(web.verify().isClean()).isTrue();
    }

    @Test
    void lateEventRefreshesTheDayOfItsZone() {
        Web web = new Web().site("berlin", BERLIN).site("york", NEW_YORK);
        clock().set(Instant.parse("2060-04-20T10:00:00Z"));
        web.append("york", "2060-04-20T09:00:00Z", 1);
        web.append("berlin", "2060-04-20T09:00:00Z", 1);
        web.followAndTick();
        clock().advance(Duration.ofDays(3));
        web.followAndTick();
        web.append("york", "2060-04-21T03:30:00Z", 2);
        web.append("berlin", "2060-04-20T21:30:00Z", 2);
        web.follow();
        for (String site : List.of("york", "berlin")) {
            assertThat(web.row(site, "AGG#daily#2060-04-20")
                            .orElseThrow()
                            .number("count")
                            .longValueExact())
                    .as(site)
                    .isEqualTo(2);
        }
        RollupReport report = web.verify();
        assertThat(report.isClean()).as("%s", report).isTrue();
    }

    @Test
    void rebuildCorrectsRowsOfAllZones() {
        Web web = new Web().site("berlin", BERLIN).site("york", NEW_YORK).site("delhi", KOLKATA);
        clock().set(Instant.parse("2060-04-20T10:00:00Z"));
        List<String> all = List.of("york", "berlin", "delhi");
        all.forEach(site -> web.append(site, "2060-04-20T09:00:00Z", 1));
        web.followAndTick();
        clock().advance(Duration.ofDays(2));
        web.followAndTick();
        all.forEach(site -> web.table.delete(Delete.of(Key.of("SITE#" + site, "AGG#daily#2060-04-20"))));
        web.table.update(Update.of(Key.of("SITE#delhi", "AGG#hourly#2060-04-20T08:30:00Z"))
                .set("count", 7));
        // Three days are missing and one hour is wrong. The month that contains it is still open.
        assertThat(web.verify().wrong()).isEqualTo(4);
        List<Long> progress = new ArrayList<>();
        assertThat(web.views.rollup().rebuild(web.year(), progress::add).wrong())
                .isEqualTo(4);
        assertThat(progress).containsExactly(1L, 2L, 3L);
        RollupReport after = web.verify();
        assertThat(after.isClean()).as("%s", after).isTrue();
        assertThat(web.row("delhi", "AGG#daily#2060-04-20")).isPresent();
    }

    @Test
    void lostChangesAreRecoveredInAllZones() {
        Web web = new Web().site("berlin", BERLIN).site("delhi", KOLKATA);
        clock().set(Instant.parse("2060-04-20T10:00:00Z"));
        web.append("berlin", "2060-04-20T09:00:00Z", 1);
        web.append("delhi", "2060-04-20T09:00:00Z", 1);
        web.worker.handleTrimmed().join();
        assertThat(web.row("delhi", "AGG#hourly#2060-04-20T08:30:00Z")).isPresent();
        assertThat(web.row("berlin", "AGG#hourly#2060-04-20T09:00:00Z")).isPresent();
        assertThat(web.verify().isClean()).isTrue();
    }

    @Test
    void rowsAroundAChangeToAWesternZoneAreCorrect() {
        assertMoveKeepsRowsRight(BERLIN, NEW_YORK, "2060-04-22T04:00:00Z");
    }

    @Test
    void rowsAroundAChangeToAHalfHourZoneAreCorrect() {
        assertMoveKeepsRowsRight(BERLIN, KOLKATA, "2060-04-21T18:30:00Z");
    }

    @Test
    void rowsAroundAChangeFromAHalfHourZoneAreCorrect() {
        assertMoveKeepsRowsRight(KOLKATA, NEW_YORK, "2060-04-22T04:00:00Z");
    }

    /** Moves a site to another zone while events arrive, and compares each row with its events. */
    private void assertMoveKeepsRowsRight(String from, String to, String expectedSince) {
        Web web = new Web().site("moves", from).site("stays", from);
        Instant begin = Instant.parse("2060-04-19T00:10:00Z");
        Instant moves = Instant.parse("2060-04-20T10:00:00Z");
        Instant end = Instant.parse("2060-04-24T12:00:00Z");
        Instant since = Instant.parse(expectedSince);
        List<Instant> events = new ArrayList<>();
        boolean hasMoved = false;
        Duration step = harness().thoroughness().equals(Thoroughness.FULL) ? OFTEN : SELDOM;
        for (Instant at = begin; at.isBefore(end); at = at.plus(step)) {
            clock().set(at);
            for (String site : List.of("moves", "stays")) {
                web.append(site, at, 1);
                // Some events are as far ahead of the clock as allowed when the site moves.
                web.append(site, at.plus(Duration.ofHours(23)).plusSeconds(7), 1);
            }
            events.add(at);
            events.add(at.plus(Duration.ofHours(23)).plusSeconds(7));
            if (!hasMoved && at.isAfter(moves)) {
                hasMoved = true;
                ZoneHistory moved = web.views.moved(ZoneHistory.parse(from), ZoneId.of(to));
                assertThat(moved.text()).isEqualTo(from + "; " + to + " since " + expectedSince);
                web.site("moves", moved.text());
            }
            if (events.size() % 10 == 0) {
                web.followAndTick();
            }
        }
        clock().set(end.plus(Duration.ofDays(3)));
        web.followAndTick();
        List<RollupRow> hours = web.hours("moves", "2060-04-17T00:00:00Z", "2060-04-29T00:00:00Z");
        List<RollupRow> days = web.days("moves", "2060-04-17T00:00:00Z", "2060-04-29T00:00:00Z");
        for (List<RollupRow> rows : List.of(hours, days)) {
            assertThat(rows.stream().mapToLong(RollupRow::count).sum()).isEqualTo(events.size());
            for (RollupRow row : rows) {
                TimeRange time = new TimeRange(row.start(), row.end());
                assertThat(row.count())
                        .as("%s", row)
                        .isEqualTo(events.stream().filter(time::contains).count());
                assertThat(row.kind()).isEqualTo(Kind.STORED);
            }
        }
        assertThat(days)
                .extracting(row -> row.start()
                        .atZone(ZoneId.of(row.start().isBefore(since) ? from : to))
                        .toLocalTime()
                        .toSecondOfDay())
                .containsOnly(0);
        assertThat(days).extracting(row -> row.end()).contains(atMidnight(days, since, to));
        assertThat(web.days("stays", "2060-04-17T00:00:00Z", "2060-04-29T00:00:00Z"))
                .extracting(
                        row -> row.start().atZone(ZoneId.of(from)).toLocalTime().toSecondOfDay())
                .containsOnly(0);
        RollupReport report = web.verify();
        assertThat(report.isClean()).as("%s", report).isTrue();
        assertThat(web.rebuild().wrong()).isZero();
    }

    /** Returns the end of the day in which the zone changes, or of the day before: midnight in the new zone. */
    private static Instant atMidnight(List<RollupRow> days, Instant since, String to) {
        Instant end = days.stream()
                .map(RollupRow::end)
                .filter(each -> !each.isBefore(since))
                .findFirst()
                .orElseThrow();
        assertThat(end.atZone(ZoneId.of(to)).toLocalTime().toSecondOfDay()).isZero();
        return end;
    }

    @Test
    void daysOfASilentSiteAreClosedWhenItsZoneChanges() {
        Web web = new Web().site("moves", BERLIN).site("stays", BERLIN);
        clock().set(Instant.parse("2060-04-20T10:00:00Z"));
        web.append("moves", "2060-04-20T09:00:00Z", 1);
        web.append("stays", "2060-04-20T09:00:00Z", 1);
        web.followAndTick();
        web.site(
                "moves",
                web.views.moved(ZoneHistory.parse(BERLIN), ZoneId.of(NEW_YORK)).text());
        clock().set(Instant.parse("2060-04-20T22:05:00Z"));
        web.restart();
        web.followAndTick();
        assertThat(web.row("stays", "AGG#daily#2060-04-20")).isPresent();
        assertThat(web.row("moves", "AGG#daily#2060-04-20")).isPresent();
        // A day that was closed before the site moved is readable without its hours.
        assertThat(web.days("moves", "2060-04-19T22:00:00Z", "2060-04-19T22:00:01Z"))
                .singleElement()
                .satisfies(day -> assertThat(day.kind()).isEqualTo(Kind.STORED));
        assertThat(web.verify().isClean()).isTrue();
    }

    @Test
    void daysClosedBeforeAZoneChangeAreReadAsStored() {
        Web web = new Web().site("moves", BERLIN);
        clock().set(Instant.parse("2060-04-18T10:00:00Z"));
        web.append("moves", "2060-04-18T09:00:00Z", 1);
        web.followAndTick();
        clock().set(Instant.parse("2060-04-20T10:00:00Z"));
        web.followAndTick();
        web.site(
                "moves",
                web.views.moved(ZoneHistory.parse(BERLIN), ZoneId.of(NEW_YORK)).text());
        clock().advance(Duration.ofMinutes(2));
        assertThat(web.days("moves", "2060-04-17T22:00:00Z", "2060-04-17T22:00:01Z"))
                .singleElement()
                .satisfies(day -> assertThat(day.kind()).isEqualTo(Kind.STORED));
    }

    @Test
    void zoneIsCachedForAMinute() {
        Web web = new Web();
        clock().set(Instant.parse("2060-04-20T10:00:00Z"));
        web.append("late", "2060-04-20T09:00:00Z", 1);
        assertThat(web.hours("late", "2060-04-20T08:00:00Z", "2060-04-20T10:00:00Z"))
                .isEmpty();
        web.site("late", KOLKATA);
        clock().advance(Duration.ofSeconds(59));
        web.follow();
        assertThat(web.row("late", "AGG#hourly#2060-04-20T09:00:00Z")).isPresent();
        clock().advance(Duration.ofMinutes(2));
        web.append("late", "2060-04-20T09:01:00Z", 1);
        web.follow();
        assertThat(web.row("late", "AGG#hourly#2060-04-20T08:30:00Z")).isPresent();
    }

    @Test
    void unknownZoneIsAnErrorThatNamesTheEntity() {
        Web web = new Web().site("mars", "Mars/Base");
        assertThatThrownBy(() -> web.days("mars", "2060-04-20T00:00:00Z", "2060-04-21T00:00:00Z"))
                .isInstanceOf(CorruptData.class)
                .hasMessageContaining("the zone of sites")
                .hasMessageContaining("SITE#mars")
                .hasMessageContaining("timezone: \"Mars/Base\" is not a time zone that this Java version knows");
    }

    @Test
    void unknownZoneDoesNotStopClosingOfOtherSites() {
        Web web = new Web().site("berlin", BERLIN).site("mars", BERLIN);
        clock().set(Instant.parse("2060-04-20T10:00:00Z"));
        web.append("berlin", "2060-04-20T09:00:00Z", 1);
        web.append("mars", "2060-04-20T09:00:00Z", 1);
        web.followAndTick();
        web.site("mars", "Mars/Base");
        clock().set(Instant.parse("2060-04-20T22:01:00Z"));
        web.worker.tick().join();
        assertThat(web.row("berlin", "AGG#daily#2060-04-20")).isPresent();
        assertThat(web.row("mars", "AGG#daily#2060-04-20")).isEmpty();
        RollupReport found = web.verify();
        assertThat(found.isClean()).isFalse();
        assertThat(found.failed()).isEqualTo(1);
        assertThat(found.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.toString())
                        .contains("siteId=mars")
                        .contains("\"Mars/Base\" is not a time zone that this Java version knows"));
        web.site("mars", BERLIN);
        clock().advance(Duration.ofMinutes(1));
        assertThat(web.rebuild().wrong()).isEqualTo(1);
        assertThat(web.verify().isClean()).isTrue();
    }

    @Test
    void singleWorkerForSeveralZonesIsRefused() {
        OpenSeries<View> views = new Web().views;
        assertRejected(
                "rollup.zoned-worker",
                "rows of series views use the zones of sites.timezone, which need one worker each: use rollup().worker()",
                () -> new RollupWorker(RollupAccess.instance().runtime(views.rollup())));
    }

    @Test
    void anotherDeclarationOfTheZoneIsRefused() {
        Web web = new Web();
        assertRejected(
                "schema.incompatible",
                () -> Varve.on(harness().engine()).clock(clock()).open(Schema.of(web.name, SITES, views().build())));
        String plain = harness().newTableName();
        Varve.on(harness().engine()).clock(clock()).open(Schema.of(plain, SITES, views().build()));
        assertRejected(
                "schema.incompatible",
                "views is not declared as it was when its items were stored: daily rows was \"SITE#{siteId}\" /"
                        + " \"AGG#daily#{at:day}\" in Z, is now \"SITE#{siteId}\" / \"AGG#daily#{at:day}\" in the zone of"
                        + " sites.timezone; hourly rows was \"SITE#{siteId}\" / \"AGG#hourly#{at:hour}\" in Z, is now"
                        + " \"SITE#{siteId}\" / \"AGG#hourly#{at:hour}\" in the zone of sites.timezone; monthly rows was"
                        + " \"SITE#{siteId}\" / \"AGG#monthly#{at:month}\" in Z, is now \"SITE#{siteId}\" /"
                        + " \"AGG#monthly#{at:month}\" in the zone of sites.timezone. Keep it as it was, or store it in a"
                        + " new table under another name with named(…)",
                () -> Varve.on(harness().engine()).clock(clock()).open(Schema.of(plain, SITES, VIEWS)));
    }
}
