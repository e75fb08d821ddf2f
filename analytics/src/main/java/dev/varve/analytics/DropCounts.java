package dev.varve.analytics;

import dev.varve.analytics.internal.Salts;
import dev.varve.error.OutcomeUnknown;
import dev.varve.error.VarveException;
import dev.varve.table.BlockingTable;
import dev.varve.table.Key;
import dev.varve.table.Update;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Counts dropped hits by site and day in UTC. Counts are collected in memory and stored together. A process that is killed
 * loses the counts since the last flush, and a write with an unknown outcome is not repeated: the counts are only
 * informative.
 */
final class DropCounts {

    /** Counts are stored at the first drop after this time. */
    static final Duration FLUSHED_EVERY = Duration.ofMinutes(1);

    /** The same as the retention of daily rows. */
    private static final Duration KEPT = Duration.ofDays(731);

    private record SiteDay(String siteId, LocalDate day) {}

    private final BlockingTable table;
    private final InstantSource clock;
    private Map<SiteDay, Map<DropReason, Long>> pending = new HashMap<>();
    private Instant flushed;

    DropCounts(BlockingTable table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
        this.flushed = clock.instant();
    }

    void count(String siteId, DropReason reason) {
        Instant now = clock.instant();
        boolean isDue;
        synchronized (this) {
            add(new SiteDay(siteId, Salts.dayOf(now)), reason, 1);
            isDue = !now.isBefore(flushed.plus(FLUSHED_EVERY));
            flushed = isDue ? now : flushed;
        }
        if (isDue) {
            try {
                flush();
            } catch (VarveException e) {
                // The counts stay in memory for the next flush; the hit is dropped either way.
                return;
            }
        }
    }

    /** Stores the collected counts. Throws on failure; the counts that were not stored stay in memory. */
    void flush() {
        Map<SiteDay, Map<DropReason, Long>> counts;
        synchronized (this) {
            counts = pending;
            pending = new HashMap<>();
            flushed = clock.instant();
        }
        var rest = counts.entrySet().iterator();
        while (rest.hasNext()) {
            var entry = rest.next();
            try {
                write(entry.getKey(), entry.getValue());
                rest.remove();
            } catch (OutcomeUnknown e) {
                rest.remove();
                giveBack(counts);
                throw e;
            } catch (VarveException e) {
                giveBack(counts);
                throw e;
            }
        }
    }

    private void write(SiteDay of, Map<DropReason, Long> counts) {
        Key key = Analytics.DROPPED.itemKey(
                Analytics.DROPPED.key(of.siteId(), of.day().toString()));
        Update update = Update.of(key)
                .set("siteId", of.siteId())
                .set("day", of.day().toString())
                .set(
                        Objects.requireNonNull(table.schema().ttlAttribute()),
                        of.day()
                                .atStartOfDay(ZoneOffset.UTC)
                                .toInstant()
                                .plus(KEPT)
                                .getEpochSecond());
        for (DropReason reason : DropReason.values()) {
            update = update.increment(reason.attribute(), counts.getOrDefault(reason, 0L));
        }
        table.update(update);
    }

    private synchronized void giveBack(Map<SiteDay, Map<DropReason, Long>> counts) {
        counts.forEach((of, reasons) -> reasons.forEach((reason, count) -> add(of, reason, count)));
    }

    private void add(SiteDay of, DropReason reason, long count) {
        pending.computeIfAbsent(of, unseen -> new EnumMap<>(DropReason.class)).merge(reason, count, Long::sum);
    }
}
