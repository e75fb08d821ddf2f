package dev.varve.analytics.session;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.hit.Traits;
import dev.varve.analytics.session.internal.PlainMaps;
import dev.varve.item.RecordMapping;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All stored data of a visitor: hits, sessions, and the hits that the visitor's log lists, which may include hits that
 * expired within the last day.
 */
public record VisitorData(
        Visitor visitor,
        List<PageView> pageViews,
        List<CustomEvent> events,
        List<Session> sessions,
        List<ListedHit> listed) {

    /**
     * A hit in the log.
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

    /** Returns whether nothing is stored of the visitor. */
    public boolean isEmpty() {
        return pageViews.isEmpty() && events.isEmpty() && sessions.isEmpty() && listed.isEmpty();
    }

    /** Returns the data as maps, lists, texts, numbers and booleans, for JSON. */
    public Map<String, Object> asMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("siteId", visitor.siteId());
        map.put("visitorId", visitor.visitorId());
        map.put("pageViews", PlainMaps.of(RecordMapping.of(PageView.class, Traits.FLAT), pageViews));
        map.put("events", PlainMaps.of(RecordMapping.of(CustomEvent.class, Traits.FLAT), events));
        map.put("sessions", PlainMaps.of(RecordMapping.of(Session.class, Traits.FLAT), sessions));
        map.put("listed", PlainMaps.of(RecordMapping.of(ListedHit.class), listed));
        return map;
    }
}
