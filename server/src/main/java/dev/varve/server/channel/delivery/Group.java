package dev.varve.server.channel.delivery;

import dev.varve.server.channel.AlertLine;
import dev.varve.server.channel.Bounds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts deliveries together that one notice should hold; pure. */
record Group(String channel, List<Delivery> deliveries) {

    /** A delivery waits this long for others of its channel. */
    static final Duration WINDOW = Duration.ofSeconds(10);

    /** What a notice says about a group: the most severe alerts, and how many others there are. */
    record Content(List<AlertLine> listed, int more) {}

    /**
     * Returns the groups that are due: all deliveries of each channel whose first one waited for a whole window.
     *
     * @param waiting the oldest first
     */
    static List<Group> due(List<Delivery> waiting, Instant now) {
        Map<String, List<Delivery>> byChannel = new LinkedHashMap<>();
        for (Delivery delivery : waiting) {
            byChannel
                    .computeIfAbsent(delivery.channel(), channel -> new ArrayList<>())
                    .add(delivery);
        }
        return byChannel.entrySet().stream()
                .filter(entry -> !entry.getValue().get(0).queued().plus(WINDOW).isAfter(now))
                .map(entry -> new Group(entry.getKey(), List.copyOf(entry.getValue())))
                .toList();
    }

    /** Returns the content of a notice about these deliveries: the most severe first, then by time. */
    static Content content(List<Delivery> deliveries) {
        List<AlertLine> lines = deliveries.stream()
                .map(Delivery::line)
                .sorted(Comparator.comparing(AlertLine::severity)
                        .reversed()
                        .thenComparing(AlertLine::openedAt)
                        .thenComparing(AlertLine::alertId)
                        .thenComparing(AlertLine::event))
                .toList();
        int listed = Math.min(lines.size(), Bounds.MAX_LISTED);
        return new Content(lines.subList(0, listed), lines.size() - listed);
    }
}
