package dev.varve.analytics.stats;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.session.Session;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Numbers while they are counted. */
final class TrafficCounter {

    private final Set<String> visitors = new HashSet<>();
    private final Map<String, BigDecimal> revenue = new TreeMap<>();
    private long visits;
    private long pageViews;
    private long events;
    private long bounces;
    private long viewsOfVisits;
    private long secondsOfVisits;

    void add(Hit hit) {
        visitors.add(hit.visitorId());
        if (hit instanceof PageView) {
            pageViews++;
        } else if (hit instanceof CustomEvent event && !event.isEngagement()) {
            events++;
            earn(event, revenue);
        }
    }

    /** Adds what an event earned. */
    static void earn(CustomEvent event, Map<String, BigDecimal> revenue) {
        BigDecimal amount = event.revenue();
        if (amount != null) {
            String currency = event.currency();
            revenue.merge(currency == null ? TrafficTotals.NO_CURRENCY : currency, amount, BigDecimal::add);
        }
    }

    void add(Session session) {
        visits++;
        bounces += session.bounce();
        viewsOfVisits += session.pageViews();
        secondsOfVisits += session.duration();
    }

    TrafficTotals numbers() {
        return new TrafficTotals(
                visitors.size(), visits, pageViews, events, bounces, viewsOfVisits, secondsOfVisits, revenue);
    }
}
