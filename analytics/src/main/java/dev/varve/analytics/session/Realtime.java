package dev.varve.analytics.session;

import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.session.internal.PageTally;
import dev.varve.analytics.session.internal.VisitorSketch;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The current visitors and page views of a site. */
public final class Realtime {

    /** Rows are kept this long after their minute began. */
    public static final Duration KEEP = Duration.ofMinutes(10);

    /** The rows of each minute: {@code SITE#{siteId}} / {@code REALTIME#2024-01-15T10:30}. */
    public static final Series<RealtimeMinute> MINUTES = Series.of(RealtimeMinute.class)
            .named("realtime")
            .partition("SITE#{siteId}")
            .sort("REALTIME#{at:minute}")
            .rows()
            .onConflict(ConflictPolicy.REPLACE)
            .keep(KEEP)
            .withoutCatalogue()
            .build();

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int ROWS = 5;
    private static final Duration HALF_HOUR = Duration.ofMinutes(30);

    private final OpenSeries<PageView> pageViews;
    private final OpenSeries<RealtimeMinute> minutes;
    private final InstantSource clock;

    public Realtime(OpenSeries<PageView> pageViews, OpenSeries<RealtimeMinute> minutes, InstantSource clock) {
        this.pageViews = pageViews;
        this.minutes = minutes;
        this.clock = clock;
    }

    /**
     * Returns the current minute and the four before it, from their rows; costs half a read unit. Up to a few hundred
     * visitors are counted exactly. A minute includes its 50 most viewed pages.
     */
    public RealtimeView fiveMinutes(String siteId) {
        Instant to = clock.instant().truncatedTo(ChronoUnit.MINUTES).plus(MINUTE);
        Instant from = to.minus(MINUTE.multipliedBy(ROWS));
        List<RealtimeMinute> rows = minutes.history(siteId).between(from, to).list();
        PageTally pages = new PageTally();
        SortedMap<Instant, Long> views = new TreeMap<>();
        for (RealtimeMinute row : rows) {
            row.activePages().forEach(pages::add);
            if (row.pageViews() > 0) {
                views.put(row.at(), row.pageViews());
            }
        }
        return view(from, to, VisitorSketch.count(rows), pages, views);
    }

    /** Returns the current minute and the 29 before it, counted exactly; reads all page views. */
    public RealtimeView halfHour(String siteId) {
        Instant to = clock.instant().truncatedTo(ChronoUnit.MINUTES).plus(MINUTE);
        Instant from = to.minus(HALF_HOUR);
        PageTally pages = new PageTally();
        SortedMap<Instant, Long> views = new TreeMap<>();
        Set<String> visitors = new HashSet<>();
        try (Stream<PageView> all = pageViews.history(siteId).between(from, to).stream()) {
            all.forEach(view -> {
                pages.add(view.path(), 1);
                views.merge(view.at().truncatedTo(ChronoUnit.MINUTES), 1L, Long::sum);
                visitors.add(view.visitorId());
            });
        }
        return view(from, to, visitors.size(), pages, views);
    }

    private static RealtimeView view(
            Instant from, Instant to, long visitors, PageTally pages, SortedMap<Instant, Long> views) {
        long all = views.values().stream().mapToLong(Long::longValue).sum();
        return new RealtimeView(from, to, visitors, all, pages.top(), views);
    }
}
