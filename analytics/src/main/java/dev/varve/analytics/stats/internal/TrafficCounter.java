package dev.varve.analytics.stats.internal;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.session.Session;
import dev.varve.analytics.stats.TrafficTotals;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts totals. */
final class TrafficCounter {

    private final Set<String> visitors = new HashSet<>();
    private final Map<String, BigDecimal> revenue = new TreeMap<>();
    private long sessions;
    private long pageViews;
    private long events;
    private long bounces;
    private long viewsOfSessions;
    private long secondsOfSessions;

    void add(Hit hit) {
        visitors.add(hit.visitorId());
        if (hit instanceof PageView) {
            pageViews++;
        } else if (hit instanceof CustomEvent event && !event.isEngagement()) {
            events++;
            earn(event, revenue);
        }
    }

    /** Adds the revenue of an event. */
    static void earn(CustomEvent event, Map<String, BigDecimal> revenue) {
        BigDecimal amount = event.revenue();
        if (amount != null) {
            String currency = event.currency();
            revenue.merge(currency == null ? TrafficTotals.NO_CURRENCY : currency, amount, BigDecimal::add);
        }
    }

    void add(Session session) {
        sessions++;
        bounces += session.bounce();
        viewsOfSessions += session.pageViews();
        secondsOfSessions += session.duration();
    }

    TrafficTotals numbers() {
        return new TrafficTotals(
                visitors.size(), sessions, pageViews, events, bounces, viewsOfSessions, secondsOfSessions, revenue);
    }
}
