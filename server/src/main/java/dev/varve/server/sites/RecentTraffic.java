package dev.varve.server.sites;

import dev.varve.analytics.AnalyticsStore;
import dev.varve.analytics.hit.PageView;
import dev.varve.key.TimeRange;
import dev.varve.server.api.sites.Realtime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The traffic of a site in the current minute and the 29 before it, counted from page views in one pass. */
final class RecentTraffic {

    private static final int MINUTES = 30;
    private static final Duration NOW = Duration.ofMinutes(5);
    private static final int LONGEST_LIST = 10;

    private final Instant from;
    private final Instant lately;
    private final long[] pageViews = new long[MINUTES];
    private final Set<String> visitors = new HashSet<>();
    private final Set<String> visitorsNow = new HashSet<>();
    private final Map<String, Long> pages = new HashMap<>();
    /** The source of each visitor's session, if one of these page views has it. */
    private final Map<String, String> sources = new HashMap<>();

    private RecentTraffic(TimeRange range) {
        from = range.from();
        lately = range.to().minus(NOW);
    }

    static TimeRange range(Instant now) {
        Instant to = now.truncatedTo(ChronoUnit.MINUTES).plus(Duration.ofMinutes(1));
        return TimeRange.of(to.minus(Duration.ofMinutes(MINUTES)), to);
    }

    static RecentTraffic read(AnalyticsStore store, String siteId, TimeRange range) {
        RecentTraffic traffic = new RecentTraffic(range);
        try (Stream<PageView> views = store.pageViews(siteId, range.from(), range.to()).stream()) {
            views.forEach(traffic::add);
        }
        return traffic;
    }

    private void add(PageView view) {
        pageViews[Math.toIntExact(Duration.between(from, view.at()).toMinutes())]++;
        visitors.add(view.visitorId());
        if (!view.at().isBefore(lately)) {
            visitorsNow.add(view.visitorId());
        }
        pages.merge(view.path(), 1L, Long::sum);
        String source = view.traits().source();
        if (source != null) {
            sources.putIfAbsent(view.visitorId(), source);
        }
    }

    Realtime shown() {
        Map<String, Long> bySource = new HashMap<>();
        sources.values().forEach(source -> bySource.merge(source, 1L, Long::sum));
        return new Realtime(
                visitorsNow.size(),
                visitors.size(),
                Arrays.stream(pageViews).boxed().toList(),
                most(pages),
                most(bySource));
    }

    private static List<Realtime.Counted> most(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(LONGEST_LIST)
                .map(entry -> new Realtime.Counted(entry.getKey(), entry.getValue()))
                .toList();
    }
}
