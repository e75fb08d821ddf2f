package dev.varve.server.fleet;

import dev.varve.error.InvalidPageToken;
import dev.varve.iot.DynamicReading;
import dev.varve.key.TimeRange;
import dev.varve.series.History;
import dev.varve.table.Explanation;
import dev.varve.table.PageToken;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The readings of several series as one list. They are in the order of their clocks; those of one clock are in the order of
 * the ids of their series.
 */
final class MergedReadings {

    /** A part of the list, and the token of the next one. */
    record Page(List<DynamicReading> readings, @Nullable PageToken next) {}

    /** The last reading of a page. */
    private record Place(Instant at, String series) {

        private static final char BETWEEN = ' ';

        PageToken token() {
            return PageToken.of((at.toString() + BETWEEN + series).getBytes(StandardCharsets.UTF_8));
        }

        static Place of(PageToken token) {
            try {
                String text = token.content()
                        .map(content -> new String(content, StandardCharsets.UTF_8))
                        .orElse("");
                int end = text.indexOf(BETWEEN);
                if (end > 0) {
                    return new Place(Instant.parse(text.substring(0, end)), text.substring(end + 1));
                }
            } catch (DateTimeException e) {
                // Reported below.
            }
            throw new InvalidPageToken(
                    "the page token does not belong to this list: pass the \"next\" of an answer unchanged");
        }
    }

    /** The order of the list. */
    enum Order {
        OLDEST_FIRST,
        NEWEST_FIRST
    }

    private final List<String> series;
    private final Function<String, History<DynamicReading>> histories;
    private final TimeRange range;
    private final Order order;

    /** @param histories returns the readings of a series */
    MergedReadings(
            List<String> series, Function<String, History<DynamicReading>> histories, TimeRange range, Order order) {
        this.series = series.stream().sorted().toList();
        this.histories = histories;
        this.range = range;
        this.order = order;
    }

    TimeRange range() {
        return range;
    }

    List<Explanation> explain() {
        return series.stream().map(id -> history(id, range).explain()).toList();
    }

    private History<DynamicReading> history(String id, TimeRange part) {
        History<DynamicReading> history = histories.apply(id).between(part.from(), part.to());
        return order == Order.NEWEST_FIRST ? history.newestFirst() : history;
    }

    /** Returns all readings; close the stream. */
    Stream<DynamicReading> stream() {
        return stream(null);
    }

    /** Returns the first readings, at most this many. */
    List<DynamicReading> first(int limit) {
        if (series.size() == 1) {
            return history(series.get(0), range).limit(limit).list();
        }
        try (Stream<DynamicReading> readings = stream()) {
            return readings.limit(limit).toList();
        }
    }

    /** Returns the readings after one of them; close the stream. */
    Stream<DynamicReading> after(DynamicReading last) {
        return stream(new Place(last.at(), last.deviceId()));
    }

    Page page(int limit, @Nullable PageToken token) {
        List<DynamicReading> readings = new ArrayList<>();
        try (Stream<DynamicReading> all = stream(token == null ? null : Place.of(token))) {
            Iterator<DynamicReading> each = all.iterator();
            while (readings.size() < limit && each.hasNext()) {
                readings.add(each.next());
            }
            if (readings.isEmpty() || !each.hasNext()) {
                return new Page(readings, null);
            }
        }
        DynamicReading last = readings.get(readings.size() - 1);
        return new Page(readings, new Place(last.at(), last.deviceId()).token());
    }

    /** Reads one series with the reading that comes next. */
    private static final class Cursor {
        private final Iterator<DynamicReading> readings;
        private DynamicReading next;

        Cursor(Iterator<DynamicReading> readings) {
            this.readings = readings;
            this.next = readings.next();
        }
    }

    private Stream<DynamicReading> stream(@Nullable Place after) {
        Comparator<Instant> byTime =
                order == Order.NEWEST_FIRST ? Comparator.reverseOrder() : Comparator.naturalOrder();
        PriorityQueue<Cursor> cursors =
                new PriorityQueue<>(Comparator.comparing((Cursor cursor) -> cursor.next.at(), byTime)
                        .thenComparing(cursor -> cursor.next.deviceId()));
        List<Stream<DynamicReading>> open = new ArrayList<>();
        for (String id : series) {
            TimeRange part = after == null ? range : rest(id, after);
            if (part == null) {
                continue;
            }
            Stream<DynamicReading> readings = history(id, part).stream();
            open.add(readings);
            Iterator<DynamicReading> each = readings.iterator();
            if (each.hasNext()) {
                cursors.add(new Cursor(each));
            }
        }
        Iterator<DynamicReading> merged = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return !cursors.isEmpty();
            }

            @Override
            public DynamicReading next() {
                Cursor first = cursors.remove();
                DynamicReading reading = first.next;
                if (first.readings.hasNext()) {
                    first.next = first.readings.next();
                    cursors.add(first);
                }
                return reading;
            }
        };
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(merged, Spliterator.ORDERED | Spliterator.NONNULL), false)
                .onClose(() -> open.forEach(Stream::close));
    }

    /** Returns the part of the range in which a series has readings after a place, or null if there is none. */
    private @Nullable TimeRange rest(String id, Place after) {
        boolean isPast = id.compareTo(after.series) <= 0;
        // The clocks of readings have no finer part than a nanosecond.
        Instant next = after.at.plusNanos(1);
        Instant from = order == Order.NEWEST_FIRST ? range.from() : later(range.from(), isPast ? next : after.at);
        Instant to = order == Order.NEWEST_FIRST ? earlier(range.to(), isPast ? after.at : next) : range.to();
        return from.isBefore(to) ? TimeRange.of(from, to) : null;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
