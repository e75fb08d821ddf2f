package dev.varve.analytics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.analytics.goal.Funnel;
import dev.varve.analytics.session.ErasureReport;
import dev.varve.analytics.session.RealtimeView;
import dev.varve.analytics.session.Session;
import dev.varve.analytics.session.Visitor;
import dev.varve.analytics.stats.Breakdown;
import dev.varve.analytics.stats.BreakdownRow;
import dev.varve.analytics.stats.Filter;
import dev.varve.analytics.stats.FunnelStep;
import dev.varve.analytics.stats.GoalResult;
import dev.varve.analytics.stats.HitDimension;
import dev.varve.analytics.stats.SessionDimension;
import dev.varve.analytics.stats.StatsRow;
import dev.varve.analytics.stats.TrafficTotals;
import dev.varve.key.Grain;
import dev.varve.key.TimeRange;
import dev.varve.rollup.RollupReport;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The store from hits to statistics, end to end. */
class StoreTest extends AnalyticsContract {

    private static final Instant NOON = at("2060-04-20T12:00:00Z");

    /** Sends three sessions of two visitors: one with two pages and a sign-up, and two bounces. */
    private void sendSessions() {
        clock.set(NOON.plusSeconds(7_260));
        send("/", "198.51.100.1", NOON, "https://www.google.com/");
        send("/pricing", "198.51.100.1", NOON.plusSeconds(60), "");
        store.ingest(HitRequest.event("Signup", "https://example.com/pricing")
                .site(SITE)
                .sender("198.51.100.1", CHROME)
                .id(ulid(NOON.plusSeconds(90)))
                .build());
        send("/", "198.51.100.2", NOON.plusSeconds(30), "");
        send("/blog", "198.51.100.1", NOON.plusSeconds(7_200), "");
        store.catchUp(Duration.ofMinutes(1));
    }

    private void send(String path, String ip, Instant at, String referrer) {
        store.ingest(HitRequest.pageView("https://example.com" + path)
                .site(SITE)
                .sender(ip, CHROME)
                .referrer(referrer)
                .id(ulid(at))
                .build());
    }

    @Test
    void hitsBecomeSessionsAndStatistics() {
        sendSessions();
        List<Session> sessions =
                store.sessions(SITE, NOON, NOON.plusSeconds(86_400)).list();
        assertThat(sessions).extracting(Session::entryPage).containsExactly("/", "/", "/blog");
        assertThat(sessions).extracting(Session::bounce).containsExactly(0, 1, 1);
        TrafficTotals today = store.stats().site(SITE).last(1).report().value().totals();
        assertThat(today.visitors()).isEqualTo(2);
        assertThat(today.sessions()).isEqualTo(3);
        assertThat(today.pageViews()).isEqualTo(4);
        assertThat(today.bounceRate()).hasValue(2 / 3.0);
        assertThat(today.sessionDuration()).hasValue(30);
        assertThat(store.stats()
                        .site(SITE)
                        .last(1)
                        .where(Filter.is(SessionDimension.SOURCE, "Google"))
                        .report()
                        .value()
                        .totals()
                        .pageViews())
                .isEqualTo(2);
        assertThat(store.stats()
                        .site(SITE)
                        .last(1)
                        .breakdown(HitDimension.PAGE, Breakdown.Page.first())
                        .value()
                        .rows())
                .extracting(BreakdownRow::value)
                .containsExactly("/", "/blog", "/pricing");
    }

    @Test
    void goalsAreCountedAloneAndInFunnels() {
        sendSessions();
        store.createGoal(Goal.page(SITE, "prices", Goal.Match.PREFIX, "/pri"));
        store.createGoal(Goal.event(SITE, "signup", Goal.Match.EXACT, "Signup"));
        List<GoalResult> goals =
                store.stats().site(SITE).last(1).goals(store.goalRules(SITE)).value();
        assertThat(goals).extracting(GoalResult::visitors).containsExactly(1L, 1L);
        List<FunnelStep> steps = store.stats()
                .site(SITE)
                .last(1)
                .funnel(Funnel.of(
                        store.goal(SITE, "prices").orElseThrow().rule(),
                        store.goal(SITE, "signup").orElseThrow().rule()))
                .value();
        assertThat(steps).extracting(FunnelStep::visitors).containsExactly(1L, 1L);
    }

    @Test
    void storedItemsHaveTheDocumentedKeys() {
        sendSessions();
        clock.set(at("2060-04-21T00:10:00Z"));
        store.catchUp(Duration.ofMinutes(1));
        assertThat(stored("STATS#day#")).singleElement().satisfies(row -> {
            assertThat(row.text("pk")).isEqualTo("SITE#my-site");
            assertThat(row.text("sk")).isEqualTo("STATS#day#2060-04-20");
            assertThat(row.text("gsi1pk")).isEqualTo("SITE#my-site");
            assertThat(row.text("gsi1sk")).isEqualTo("PERIOD#day#2060-04-20");
            assertThat(row.number("pageViews").longValueExact()).isEqualTo(4);
            assertThat(row.number("uniqueVisitors").longValueExact()).isEqualTo(2);
            assertThat(row.number("sessions").longValueExact()).isEqualTo(3);
        });
        assertThat(stored("STATS#hour#"))
                .extracting(row -> row.text("sk"))
                .contains("STATS#hour#2060-04-20T12:00:00Z", "STATS#hour#2060-04-20T14:00:00Z");
        assertThat(stored("SESSION#"))
                .hasSize(3)
                .allSatisfy(session -> assertThat(session.text("gsi2pk")).startsWith("VISITOR#"));
        assertThat(stored("METADATA"))
                .singleElement()
                .satisfies(site -> assertThat(site.text("gsi1pk") + " " + site.text("gsi1sk"))
                        .isEqualTo("SITES SITE#my-site"));
        engine.reset();
        List<StatsRow> rows =
                store.stats().site(SITE).rows(Grain.DAY, LocalDate.of(2060, 4, 1), LocalDate.of(2060, 5, 1));
        assertThat(rows).hasSize(1);
        assertThat(store.sites().list()).extracting(Site::siteId).containsExactly(SITE);
    }

    @Test
    void aggregationRestoresRowsAndCanBeRepeated() {
        sendSessions();
        db.table(table).delete(dev.varve.table.Key.of("SITE#my-site", "STATS#hour#2060-04-20T12:00:00Z"));
        List<RollupReport> first = store.aggregateHourly(SITE, NOON);
        assertThat(stored("STATS#hour#2060-04-20T12")).hasSize(1);
        assertThat(first).allSatisfy(report -> assertThat(report.isClean()).isFalse());
        assertThat(store.aggregateHourly(SITE, NOON))
                .allSatisfy(report -> assertThat(report.isClean()).isTrue());
        assertThat(store.aggregateDaily(SITE, NOON)).hasSize(3);
        assertThat(store.aggregateMonthly(SITE, NOON)).hasSize(3);
    }

    @Test
    void realtimeCountsCurrentVisitors() {
        clock.set(NOON);
        send("/", "198.51.100.1", NOON.minusSeconds(60), "");
        send("/", "198.51.100.1", NOON.minusSeconds(20), "");
        send("/docs", "198.51.100.2", NOON.minusSeconds(1_200), "");
        store.catchUp(Duration.ofMinutes(1));
        RealtimeView five = store.realtime().fiveMinutes(SITE);
        assertThat(five.visitors()).isEqualTo(1);
        assertThat(five.pageViews()).isEqualTo(2);
        assertThat(store.realtime().halfHour(SITE).visitors()).isEqualTo(2);
    }

    @Test
    void erasureOfAVisitorUpdatesStatistics() {
        sendSessions();
        String visitorId =
                store.sessions(SITE, NOON, NOON.plusSeconds(1)).list().get(0).visitorId();
        TimeRange days = TimeRange.of(NOON.minusSeconds(86_400), NOON.plusSeconds(86_400));
        ErasureReport erased = store.visitors().erase(new Visitor(SITE, visitorId), days);
        assertThat(erased.isComplete()).isTrue();
        assertThat(erased.pageViews()).isEqualTo(3);
        assertThat(contents().toString().replace("VISITOR#" + visitorId, ""))
                .as("all items except the emptied log")
                .doesNotContain("/pricing");
        store.catchUp(Duration.ofMinutes(1));
        assertThat(store.stats().site(SITE).last(1).report().value().totals().pageViews())
                .isEqualTo(1);
    }

    @Test
    void newTimeZoneAppliesOnlyAfterTheChange() {
        sendSessions();
        store.putSite(Site.of(SITE, "My site").withTimezone("Asia/Kolkata"));
        Site moved = store.site(SITE).orElseThrow();
        assertThat(moved.zones().last()).isEqualTo(ZoneId.of("Asia/Kolkata"));
        assertThat(moved.zones().at(clock.instant())).isEqualTo(ZoneId.of("UTC"));
        Instant since = moved.zones().changes().get(0).since();
        assertThat(since).isAfter(clock.instant().plus(Duration.ofDays(1)));
        store.putSite(moved);
        assertThat(store.site(SITE)).map(Site::timezone).contains(moved.timezone());
        clock.set(since.plusSeconds(3_600));
        send("/late", "198.51.100.9", since.plusSeconds(1_800), "");
        store.catchUp(Duration.ofMinutes(1));
        assertThat(store.stats().site(SITE).last(1).report().value().totals().pageViews())
                .isEqualTo(1);
    }
}
