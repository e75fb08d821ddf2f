package dev.varve.analytics.stats.internal;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.stats.Breakdown;
import dev.varve.analytics.stats.PageTimes;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds up the times of pages that engagement events report. Pages of clients that report none do not count. */
final class PageTimeTally {

    /** The property of engagement events that holds the seconds. */
    private static final String SECONDS = "seconds";

    /** A page that is visible for longer is reported in parts, so a larger number is not a time. */
    private static final long MOST = Duration.ofDays(1).toSeconds();

    private static final int MOST_DIGITS = 5;

    private static final class Seen {
        private long views;
        private long seconds;
    }

    private final TrafficSelection selection;
    private final Map<String, Seen> pages = new HashMap<>();

    PageTimeTally(TrafficQuery question) {
        this.selection = new TrafficSelection(question);
    }

    void add(SessionHits session) {
        Map<String, Seen> ofSession = new HashMap<>();
        for (Hit hit : selection.hits(session)) {
            if (hit instanceof PageView) {
                ofSession.computeIfAbsent(hit.path(), first -> new Seen()).views++;
            } else if (hit instanceof CustomEvent event && event.isEngagement()) {
                ofSession.computeIfAbsent(hit.path(), first -> new Seen()).seconds +=
                        seconds(event.props().get(SECONDS));
            }
        }
        ofSession.forEach((path, seen) -> {
            // The view itself may be before the range.
            if (seen.seconds > 0) {
                Seen all = pages.computeIfAbsent(path, first -> new Seen());
                all.views += Math.max(1, seen.views);
                all.seconds += seen.seconds;
            }
        });
    }

    private static long seconds(@Nullable String text) {
        if (text == null || text.isEmpty() || text.length() > MOST_DIGITS) {
            return 0;
        }
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            char digit = text.charAt(i);
            if (digit < '0' || digit > '9') {
                return 0;
            }
            number = number * 10 + digit - '0';
        }
        return number > MOST ? 0 : number;
    }

    /** Returns the pages with the most views first. */
    PageTimes pages(Breakdown.Page page) {
        List<PageTimes.Row> rows = pages.entrySet().stream()
                .map(entry -> new PageTimes.Row(entry.getKey(), entry.getValue().views, entry.getValue().seconds))
                .sorted(Comparator.comparingLong(PageTimes.Row::views)
                        .reversed()
                        .thenComparing(PageTimes.Row::path))
                .skip(page.offset())
                .limit(page.limit())
                .toList();
        return new PageTimes(pages.size(), rows);
    }
}
