package dev.varve.analytics.session;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.PageView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that is stored of a visitor: the hits and sessions there are, and what the visitor's log lists, which may hold on to
 * hits for a day after they expired.
 */
public record VisitorData(
        Visitor visitor,
        List<PageView> pageViews,
        List<CustomEvent> events,
        List<Session> sessions,
        List<ListedHit> listed) {

    /**
     * A hit as the log lists it.
     *
     * @param kind {@code pageView} or {@code event}
     */
    public record ListedHit(String id, String kind, String path, boolean interactive) {}

    public VisitorData {
        pageViews = List.copyOf(pageViews);
        events = List.copyOf(events);
        sessions = List.copyOf(sessions);
        listed = List.copyOf(listed);
    }

    /** Returns whether nothing is known of the visitor. */
    public boolean isEmpty() {
        return pageViews.isEmpty() && events.isEmpty() && sessions.isEmpty() && listed.isEmpty();
    }

    /** Returns all of it as maps, lists, texts, numbers and booleans, as JSON knows them. */
    public Map<String, Object> asMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("siteId", visitor.siteId());
        map.put("visitorId", visitor.visitorId());
        map.put("pageViews", PlainMaps.of(PageView.class, pageViews));
        map.put("events", PlainMaps.of(CustomEvent.class, events));
        map.put("sessions", PlainMaps.of(Session.class, sessions));
        map.put("listed", PlainMaps.of(ListedHit.class, listed));
        return map;
    }
}
