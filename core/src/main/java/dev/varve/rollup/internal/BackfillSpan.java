package dev.varve.rollup.internal;

import dev.varve.error.CorruptData;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.key.TimeRange;
import dev.varve.key.ZoneHistory;
import dev.varve.rollup.internal.definition.RowMapping;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/**
 * The backfill of one identity in one bucket of the coarsest tier. It begins with its first event and takes further ones until an
 * instant; until then all its events are stored. What comes later is a new generation, which finds the rows of this one.
 *
 * @param range the bucket of the coarsest tier
 * @param generation tells the staged events of this backfill from those of earlier ones
 * @param checked when it was last looked which sealed rows exist
 * @param until up to when events are taken
 * @param closed by tier, the finest first, the buckets with sealed rows that cannot be computed again
 * @param version the number of writes of the item
 * @param zones the text of the zones that the buckets follow
 */
record BackfillSpan(
        TimeRange range,
        long generation,
        Instant checked,
        Instant until,
        List<List<TimeRange>> closed,
        long version,
        String zones) {

    /** Rows are written for some time after the last event was taken; a little shorter than the events are stored. */
    private static final Duration WRITTEN_FOR = Duration.ofHours(22);

    static final String VERSION = "spanVersion";
    private static final String GENERATION = "generation";
    private static final String CHECKED = "checkedAt";
    private static final String UNTIL = "until";
    private static final String CLOSED = "closed";
    private static final String ZONES = "zones";

    /** More than any bucket, whatever its zone. */
    private static final Duration LONGEST = Duration.ofDays(400);

    BackfillSpan {
        closed = closed.stream().map(List::copyOf).toList();
    }

    boolean takesAt(Instant now) {
        return now.isBefore(until);
    }

    /** Returns whether all staged events are still stored: longer than events are taken, so that the last ones count too. */
    boolean isStoredAt(Instant now) {
        return now.isBefore(until.plus(WRITTEN_FOR));
    }

    boolean isClosed(int tier, Instant start) {
        return closed.get(tier).stream().anyMatch(range -> range.contains(start));
    }

    /** Returns this span with further closed buckets, as it is written next. */
    BackfillSpan closing(List<? extends SortedSet<Instant>> more, List<RowMapping> tiers, Instant now) {
        List<List<TimeRange>> all = new ArrayList<>();
        for (int tier = 0; tier < tiers.size(); tier++) {
            List<TimeRange> ranges = new ArrayList<>(closed.get(tier));
            ranges.addAll(ranges(more.get(tier), tiers.get(tier)));
            all.add(ranges);
        }
        return new BackfillSpan(range, generation, now, until, all, version + 1, zones);
    }

    /** Returns the ranges of these buckets; neighbours share one. */
    private static List<TimeRange> ranges(SortedSet<Instant> starts, RowMapping mapping) {
        List<TimeRange> ranges = new ArrayList<>();
        for (Instant start : starts) {
            TimeRange last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
            if (last != null && last.to().equals(start)) {
                ranges.set(ranges.size() - 1, new TimeRange(last.from(), mapping.end(start)));
            } else {
                ranges.add(new TimeRange(start, mapping.end(start)));
            }
        }
        return ranges;
    }

    Item item(List<RowMapping> tiers) {
        Map<String, Value> ranges = new HashMap<>();
        for (int tier = 0; tier < tiers.size(); tier++) {
            List<Value> seconds = new ArrayList<>();
            for (TimeRange each : closed.get(tier)) {
                seconds.add(Num.of(each.from().getEpochSecond()));
                seconds.add(Num.of(each.to().getEpochSecond()));
            }
            ranges.put(tiers.get(tier).tier().word(), new Value.ListOf(seconds));
        }
        return Item.builder()
                .put(GENERATION, Num.of(generation))
                .put(CHECKED, Num.of(checked.getEpochSecond()))
                .put(UNTIL, Num.of(until.getEpochSecond()))
                .put(CLOSED, new Value.MapOf(ranges))
                .put(VERSION, Num.of(version))
                .put(ZONES, new Value.Text(zones))
                .build();
    }

    /**
     * Reads a span. If its buckets differ from those of the tiers, because the zone has changed, its end is unknown, and its range
     * longer than it.
     *
     * @param following the zones of the tiers
     */
    static BackfillSpan of(Item item, Instant start, List<RowMapping> tiers, ZoneHistory following) {
        Instant end = tiers.get(tiers.size() - 1).end(start);
        String zones = item.value(ZONES) instanceof Value.Text text ? text.value() : following.text();
        if (upTo(ZoneHistory.parse(zones), end).equals(upTo(following, end))) {
            // A move to another zone after the end concerns no bucket of the span.
            zones = following.text();
        }
        TimeRange range = new TimeRange(start, zones.equals(following.text()) ? end : start.plus(LONGEST));
        if (!(item.value(CLOSED) instanceof Value.MapOf ranges)) {
            throw new CorruptData("rollup.backfill", "an item of a backfill lacks its closed buckets: " + item);
        }
        List<List<TimeRange>> closed = new ArrayList<>();
        for (RowMapping tier : tiers) {
            List<TimeRange> own = new ArrayList<>();
            // A tier that was added since has no rows from before.
            if (ranges.values().get(tier.tier().word()) instanceof Value.ListOf seconds) {
                for (int i = 0; i + 1 < seconds.values().size(); i += 2) {
                    own.add(new TimeRange(
                            instant(seconds.values().get(i)),
                            instant(seconds.values().get(i + 1))));
                }
            }
            closed.add(own);
        }
        return new BackfillSpan(
                range,
                item.number(GENERATION).longValueExact(),
                instant(item.number(CHECKED)),
                instant(item.number(UNTIL)),
                closed,
                item.number(VERSION).longValueExact(),
                zones);
    }

    private static ZoneHistory upTo(ZoneHistory zones, Instant end) {
        return new ZoneHistory(
                zones.first(),
                zones.changes().stream()
                        .filter(change -> change.since().isBefore(end))
                        .toList());
    }

    /** Returns this span with the buckets of other zones, of which none is known to be closed yet. */
    BackfillSpan following(String others, List<RowMapping> tiers) {
        TimeRange bucket =
                new TimeRange(range.from(), tiers.get(tiers.size() - 1).end(range.from()));
        return new BackfillSpan(bucket, generation, Instant.MIN, until, nothing(tiers), version, others);
    }

    static List<List<TimeRange>> nothing(List<RowMapping> tiers) {
        return tiers.stream().map(tier -> List.<TimeRange>of()).toList();
    }

    private static Instant instant(Value second) {
        if (second instanceof Num number) {
            return Instant.ofEpochSecond(number.longValueExact());
        }
        throw new CorruptData("rollup.backfill", "%s is not an instant of a backfill".formatted(second));
    }
}
