package dev.varve.series;

import dev.varve.error.EventTooOld;
import dev.varve.key.TimeRange;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;

/**
 * The result of a backfill.
 *
 * @param events the outcome of each event, in the order given
 * @param rows by tier, such as {@code hourly}, how many rows were written
 */
public record BackfillReport<E extends Record>(AppendReport<E> events, Map<String, Long> rows) {

    /** The code of events that were not taken because a row that cannot be computed again covers them. */
    public static final String SUMMARIZED = "backfill.summarized";

    /** The code of events that were not taken because no tier keeps rows so long. */
    public static final String EXPIRED = "backfill.expired";

    public BackfillReport {
        rows = Map.copyOf(rows);
    }

    /** Returns how many events were stored. */
    public long stored() {
        return events.entries().stream()
                .filter(entry -> entry.outcome() != null
                        && entry.outcome().isStored()
                        && !(entry.outcome() instanceof Outcome.Duplicate<?>))
                .count();
    }

    /** Returns how many events were stored before. */
    public long duplicates() {
        return events.count(Outcome.Duplicate.class);
    }

    /**
     * Returns the events that were not taken, because rows that cannot be computed again cover them. Their events do not exist
     * any more, so they would count twice, or wrongly.
     */
    public Collection<E> summarized() {
        return tooOld(SUMMARIZED);
    }

    /** Returns the events that were not taken, because no tier keeps rows so long. */
    public Collection<E> expired() {
        return tooOld(EXPIRED);
    }

    private Collection<E> tooOld(String code) {
        return events.entries().stream()
                .filter(entry ->
                        entry.error() instanceof EventTooOld old && old.code().equals(code))
                .map(AppendReport.Entry::event)
                .toList();
    }

    /** Returns the range from the earliest clock of a stored event up to the latest, which is included; empty without any. */
    public TimeRange range() {
        Instant first = null;
        Instant last = null;
        for (AppendReport.Entry<E> entry : events.entries()) {
            if (entry.outcome() != null && entry.outcome().isStored()) {
                Instant clock = entry.outcome().clock();
                first = first == null || clock.isBefore(first) ? clock : first;
                last = last == null || clock.isAfter(last) ? clock : last;
            }
        }
        return first == null
                ? new TimeRange(Instant.EPOCH, Instant.EPOCH)
                : new TimeRange(first, Objects.requireNonNull(last).plusNanos(1));
    }
}
