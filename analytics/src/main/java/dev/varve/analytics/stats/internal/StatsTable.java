package dev.varve.analytics.stats.internal;

import dev.varve.analytics.stats.HitDimension;
import dev.varve.analytics.stats.LocalDays;
import dev.varve.analytics.stats.StatsRow;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.key.Grain;
import dev.varve.key.Parts;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.LayoutKey;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.rollup.Measure;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupRow;
import dev.varve.table.BlockingTable;
import dev.varve.table.Explanation;
import dev.varve.table.Key;
import dev.varve.table.Query;
import dev.varve.table.internal.LayoutKeys;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads the stored rows of sites; page views, events and sessions share one item. */
final class StatsTable {

    /** The keys of rows of all grains, with the start as text. */
    private static final EntityLayout TEXTS = Layout.entity("SITE#{siteId}", "STATS#{period}#{start}");

    private static final Map<String, String> OF_PAGE_VIEWS =
            stored(StatsRollups.pageViews(), StatsRollups.Names.OF_PAGE_VIEWS);
    private static final Map<String, String> OF_EVENTS = stored(StatsRollups.events(), StatsRollups.Names.OF_EVENTS);
    private static final Map<String, String> OF_SESSIONS =
            stored(StatsRollups.sessions(), StatsRollups.Names.OF_SESSIONS);

    private final BlockingTable table;

    StatsTable(BlockingTable table) {
        this.table = table;
    }

    /** Returns the stored name of each attribute of a rollup's rows. */
    private static Map<String, String> stored(Rollup rollup, Map<String, String> names) {
        Map<String, String> stored = new LinkedHashMap<>();
        stored.put("count", Objects.requireNonNull(names.get("count")));
        for (Measure measure : rollup.measures()) {
            measure.attributes().forEach(name -> stored.put(name, names.getOrDefault(name, name)));
        }
        return stored;
    }

    /**
     * The rows of a site whose periods start from the first to the last instant, both included.
     *
     * @param rows the keys of the rows
     * @param byPeriod their keys in the index of periods
     */
    record Range(String siteId, Grain grain, Instant first, Instant last, SeriesLayout rows, SeriesLayout byPeriod) {

        /** Returns the range of all periods of these days. */
        static Range of(String siteId, LocalDays days, Grain grain) {
            return of(siteId, days.zone(), grain, days.starts(grain));
        }

        /** Returns the range from the first to the last of these starts in a zone. */
        static Range of(String siteId, ZoneId zone, Grain grain, List<Instant> starts) {
            return new Range(
                    siteId,
                    grain,
                    starts.get(0),
                    starts.get(starts.size() - 1),
                    StatsRollups.rows(grain, zone),
                    StatsRollups.rowsByPeriod(grain, zone));
        }
    }

    /** Reads rows with one query. */
    SiteRows read(Range range) {
        List<Item> items = table.stream(query(range.rows(), range)).toList();
        return new SiteRows(
                rows(items, range, OF_PAGE_VIEWS), rows(items, range, OF_EVENTS), rows(items, range, OF_SESSIONS));
    }

    /** Returns what {@link #read} would do and cost. */
    Explanation explain(Range range) {
        return table.explain(query(range.rows(), range));
    }

    /** Reads rows through the index of periods. */
    List<StatsRow> byPeriod(Range range) {
        return table.stream(query(range.byPeriod(), range).on(StatsRollups.BY_PERIOD))
                .map(item -> StatsRow.of(
                        range.grain(),
                        TEXTS.parse(key(item)).text("start"),
                        item,
                        SiteRows.counted(HitDimension.EVENT, rows(List.of(item), range, OF_EVENTS))))
                .toList();
    }

    private static Query query(SeriesLayout layout, Range range) {
        Parts site = Parts.of("siteId", range.siteId());
        Key first = LayoutKeys.key(layout.write(site, range.first()));
        Key last = LayoutKeys.key(layout.write(site, range.last()));
        return Query.of(first.partition())
                .between(Objects.requireNonNull(first.sort()), Objects.requireNonNull(last.sort()));
    }

    private LayoutKey key(Item item) {
        return LayoutKeys.written(table.schema().keyOf(item)).orElseThrow();
    }

    private List<RollupRow> rows(List<Item> items, Range range, Map<String, String> stored) {
        return items.stream().map(item -> row(item, range, stored)).toList();
    }

    private RollupRow row(Item item, Range range, Map<String, String> stored) {
        Item.Builder row = Item.builder();
        stored.forEach((name, as) -> {
            Value value = item.value(as);
            if (value != null) {
                row.put(name, value);
            }
        });
        SeriesLayout layout = range.rows();
        Instant start = layout.parse(key(item)).clock();
        Instant end = range.grain() == Grain.HOUR ? start.plus(1, ChronoUnit.HOURS) : layout.next(start);
        return new RollupRow(start, end, RollupRow.Kind.STORED, row.build());
    }
}
