package dev.varve.examples;

import dev.varve.Varve;
import dev.varve.analytics.Analytics;
import dev.varve.analytics.AnalyticsStore;
import dev.varve.analytics.Goal;
import dev.varve.analytics.HitRequest;
import dev.varve.analytics.IngestResult;
import dev.varve.analytics.SavedFunnel;
import dev.varve.analytics.Site;
import dev.varve.analytics.goal.Funnel;
import dev.varve.analytics.goal.GoalRule;
import dev.varve.analytics.hit.PageView;
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
import dev.varve.analytics.stats.Metric;
import dev.varve.analytics.stats.PeriodComparison;
import dev.varve.analytics.stats.Report;
import dev.varve.analytics.stats.SessionDimension;
import dev.varve.analytics.stats.Stats;
import dev.varve.analytics.stats.StatsResult;
import dev.varve.engine.Engine;
import dev.varve.error.Rejected;
import dev.varve.key.TimeRange;
import dev.varve.key.Ulid;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Web analytics of a site: ingesting hits, stored data, statistics, goals and erasure. */
public final class WebAnalytics {

    private static final String CHROME =
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
                    + " Chrome/126.0.0.0 Safari/537.36";
    private static final String CRAWLER = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

    private WebAnalytics() {}

    static List<String> run(Engine engine, InstantSource clock) {
        List<String> lines = new ArrayList<>();
        // guide: open analytics
        Varve db = Varve.open(engine, Analytics.schema("web-analytics"));
        AnalyticsStore store = AnalyticsStore.on(db).open();
        store.createSite(
                Site.of("my-site", "My site").withDomains("example.com").withTimezone("Europe/Berlin"));
        store.createGoal(Goal.page("my-site", "thanks", Goal.Match.PREFIX, "/thank-you"));
        // guide: end

        // guide: ingest a hit
        HitRequest hit = HitRequest.pageView("https://www.example.com/blog/?utm_source=newsletter&utm_medium=email")
                .domain("example.com") // or site("my-site")
                .sender("203.0.113.7", CHROME) // used for the visitor id and the country, never stored
                .referrer("https://mail.google.com/")
                .id("01KPNK1QR0ABCDEFGHJKMNPQRS") // from the client: identifies the hit and contains its time
                .build();
        // guide: end
        lines.add("a hit of April 2026: " + refusal(store, hit));

        HitRequest view = HitRequest.pageView("https://www.example.com/blog/?utm_source=newsletter&utm_medium=email")
                .domain("example.com")
                .sender("203.0.113.7", CHROME)
                .id(Ulid.next(clock.instant().minusSeconds(60), new SplittableRandom()))
                .build();
        // guide: result of a hit
        IngestResult result = store.ingest(view);
        if (result instanceof IngestResult.Accepted accepted) {
            lines.add("stored as new: " + accepted.isNew());
        } else if (result instanceof IngestResult.Dropped dropped) {
            lines.add("only counted, because of " + dropped.reason());
        }
        // guide: end
        store.ingest(HitRequest.pageView("https://example.com/")
                .site("my-site")
                .sender("203.0.113.7", CRAWLER)
                .build());

        // guide: custom event
        store.ingest(HitRequest.event("Purchase", "https://example.com/cart")
                .site("my-site")
                .sender("203.0.113.7", CHROME)
                .prop("plan", "team")
                .revenue(new BigDecimal("19.90"), "EUR")
                .build());
        // guide: end

        // guide: stored hits
        Instant today = clock.instant().truncatedTo(ChronoUnit.DAYS);
        List<PageView> views = store.pageViews("my-site", today, today.plus(1, ChronoUnit.DAYS))
                .list();
        store.flush(); // counts of dropped hits are collected for a minute
        long bots = store.dropped("my-site", LocalDate.ofInstant(today, ZoneOffset.UTC))
                .bots();
        // guide: end
        views.forEach(each -> lines.add("%s by %s, %s"
                .formatted(each.path(), each.traits().source(), each.traits().channel())));
        lines.add("bots: " + bots);
        lines.addAll(statistics(store));
        store.processing().close();
        store.close();
        return lines;
    }

    private static List<String> statistics(AnalyticsStore store) {
        List<String> lines = new ArrayList<>();
        // guide: processing of hits
        store.catchUp(Duration.ofMinutes(1)); // a server calls store.processing().start()
        // guide: end

        // guide: statistics
        Stats.Site site = store.stats().site("my-site");
        Report week = site.last(7).report().value();
        PeriodComparison grown = site.last(7).compare().value();
        Breakdown pages = site.last(30)
                .breakdown(HitDimension.PAGE, Breakdown.Page.first(10))
                .value();
        StatsResult<Report> byMail =
                site.last(7).where(Filter.is(SessionDimension.CHANNEL, "Email")).report();
        // guide: end
        lines.add("%s visitors, %s sessions, %s page views"
                .formatted(
                        week.totals().visitors(),
                        week.totals().sessions(),
                        week.totals().pageViews()));
        lines.add("more visitors than before: %s; pages: %s; by mail: %s, from %s"
                .formatted(
                        grown.change(Metric.VISITORS).isPresent(),
                        pages.rows().stream().map(BreakdownRow::value).toList(),
                        byMail.value().totals().pageViews(),
                        byMail.basis()));

        // guide: goals and funnels
        GoalRule reads = GoalRule.page("reads a post", "/blog*");
        GoalRule buys = GoalRule.event("Purchase");
        List<GoalResult> goals = site.last(7).goals(List.of(reads, buys)).value();
        List<FunnelStep> steps = site.last(7).funnel(Funnel.of(reads, buys)).value();
        // guide: end
        goals.forEach(goal -> lines.add("%s: %s".formatted(goal.goal(), goal.visitors())));
        lines.add("through the funnel: " + steps.get(1).visitors());

        // guide: stored goals and funnels
        store.putGoal(Goal.page("my-site", "post", Goal.Match.STARS, "/blog/*"));
        store.putGoal(Goal.event("my-site", "order", Goal.Match.EXACT, "Order").withValue("amount", "EUR"));
        store.putFunnel(SavedFunnel.of("my-site", "sales", "post", "order").named("From the blog to an order"));
        // guide: end

        // guide: right now
        RealtimeView five = store.realtime().fiveMinutes("my-site"); // this minute and the four before, from rows
        RealtimeView half = store.realtime().halfHour("my-site"); // this minute and the 29 before, from the page views
        // guide: end
        lines.add("now %s, in the half hour %s".formatted(five.visitors(), half.visitors()));

        // guide: erasure
        Instant to = half.to();
        TimeRange days = TimeRange.of(to.minus(Duration.ofDays(1)), to.plus(Duration.ofDays(1)));
        for (Session session : store.sessions("my-site", days.from(), days.to()).list()) {
            Visitor visitor = new Visitor("my-site", session.visitorId());
            Map<String, Object> everything =
                    store.visitors().export(visitor, days).asMap();
            ErasureReport erased = store.visitors().erase(visitor, days);
            lines.add(
                    "erased %s of %s kinds: %s".formatted(erased.pageViews(), everything.size(), erased.isComplete()));
        }
        // guide: end
        return lines;
    }

    private static String refusal(AnalyticsStore store, HitRequest hit) {
        try {
            return store.ingest(hit).toString();
        } catch (Rejected refused) {
            return refused.code();
        }
    }

    public static void main(String[] args) {
        Embedded.print(WebAnalytics::run);
    }
}
