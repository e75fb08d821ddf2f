package dev.varve.examples;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupRow;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.sketches.Distinct;
import dev.varve.sketches.Frequent;
import dev.varve.sketches.Quantiles;
import dev.varve.sketches.TopK;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Distinct visitors of a site, quantiles of page load times, and the top pages. */
public final class SiteVisitors {

    private SiteVisitors() {}

    // guide: sketches
    record View(String siteId, Instant at, String visitorId, String path, double loadMillis) {}

    static final Distinct VISITORS = Distinct.of("visitorId");
    static final Quantiles LOADING = Quantiles.of("loadMillis");
    static final TopK PATHS = TopK.of("path", 20);

    static final Series<View> VIEWS = Series.of(View.class)
            .named("views")
            .partition("SITE#{siteId}")
            .sort("PV#{at}")
            .rollUp(Rollup.of()
                    .measure(VISITORS)
                    .measure(LOADING)
                    .measure(PATHS)
                    .hourly(Duration.ofDays(30))
                    .daily())
            .build();
    // guide: end

    static List<String> run(Engine engine, InstantSource clock) {
        List<String> lines = new ArrayList<>();
        Varve db = Varve.open(engine, Schema.of("site-visitors", VIEWS));
        OpenSeries<View> views = db.series(VIEWS);
        Instant today = clock.instant().truncatedTo(ChronoUnit.DAYS);
        for (int day = -6; day <= 0; day++) {
            Instant morning = today.plus(day, ChronoUnit.DAYS).plus(Duration.ofHours(8));
            for (int i = 1; i <= 10; i++) {
                String visitor = i <= 3 ? "regular-" + i : "guest%s-%s".formatted(day, i);
                views.append(new View("blog", morning.plusSeconds(i), visitor, i <= 6 ? "/" : "/about", 10 * i));
            }
        }
        db.processing().catchUp(Duration.ofMinutes(1));

        // guide: over several rows
        List<RollupRow> week =
                views.rollups("blog").daily().last(Duration.ofDays(7)).list();
        long visitors = VISITORS.over(week).estimate(); // a visitor of two days counts once
        double slow = LOADING.over(week).quantile(0.99).orElseThrow();
        List<Frequent> pages = PATHS.over(week);
        List<Double> ofToday = LOADING.quantiles(week.get(6), 0.5, 0.9, 0.99);
        // guide: end
        lines.add("visitors of each day: %s, of the week: %s"
                .formatted(week.stream().map(VISITORS::estimate).distinct().toList(), visitors));
        lines.add("99 of 100 pages took at most %s ms, today's quantiles are %s".formatted(slow, ofToday));
        pages.forEach(page -> lines.add("%s was read %s times".formatted(page.value(), page.estimate())));
        db.processing().close();
        return lines;
    }
}
