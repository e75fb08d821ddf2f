package dev.varve.analytics.stats;

import static java.time.temporal.ChronoUnit.HOURS;
import static java.time.temporal.ChronoUnit.MINUTES;

import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.key.Grain;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.rollup.Measure;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupRow;
import dev.varve.table.BlockingTable;
import dev.varve.table.Explanation;
import dev.varve.table.Key;
import dev.varve.table.Query;
import dev.varve.table.internal.LayoutKeys;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads the stored rows of sites; page views, events and sessions share one item. */
final class StatsTable {

    private static final EntityLayout ROWS = Layout.entity("SITE#{siteId}", "STATS#{period}#{start}");
    private static final EntityLayout BY_PERIOD = Layout.entity("SITE#{siteId}", "PERIOD#{period}#{start}");

    private static final Map<String, String> OF_PAGE_VIEWS =
            stored(StatsRollups.pageViews(), StatsRollups.Names.OF_PAGE_VIEWS);
    private static final Map<String, String> OF_EVENTS = stored(StatsRollups.events(), StatsRollups.Names.OF_EVENTS);
    private static final Map<String, String> OF_SESSIONS =
            stored(StatsRollups.sessions(), StatsRollups.Names.OF_SESSIONS);

    /** {@code 2024-01-15T10:30}. */
    private static final int MINUTE_WIDTH = 16;

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

    /** The rows of a site whose periods start from the first to the last instant, both included. */
    record Range(String siteId, Grain grain, Instant first, Instant last) {}

    /** Reads rows with one query. */
    SiteRows read(Range range, ZoneId zone) {
        List<Item> items = table.stream(query(ROWS, range, zone)).toList();
        return new SiteRows(
                rows(items, range.grain(), zone, OF_PAGE_VIEWS),
                rows(items, range.grain(), zone, OF_EVENTS),
                rows(items, range.grain(), zone, OF_SESSIONS));
    }

    /** Returns what {@link #read} would do and cost. */
    Explanation explain(Range range, ZoneId zone) {
        return table.explain(query(ROWS, range, zone));
    }

    /** Reads rows through the index of periods. */
    List<StatsRow> byPeriod(Range range, ZoneId zone) {
        return table.stream(query(BY_PERIOD, range, zone).on(StatsRollups.BY_PERIOD))
                .map(item -> StatsRow.of(
                        range.grain(),
                        start(item),
                        item,
                        SiteRows.counted(HitDimension.EVENT, rows(List.of(item), range.grain(), zone, OF_EVENTS))))
                .toList();
    }

    private static Query query(EntityLayout layout, Range range, ZoneId zone) {
        Key first = key(layout, range, label(range.grain(), range.first(), zone));
        Key last = key(layout, range, label(range.grain(), range.last(), zone));
        return Query.of(first.partition())
                .between(Objects.requireNonNull(first.sort()), Objects.requireNonNull(last.sort()));
    }

    private static Key key(EntityLayout layout, Range range, String start) {
        return LayoutKeys.key(layout.write(
                Parts.of("siteId", range.siteId(), "period", range.grain().word())
                        .with("start", start)));
    }

    /** Returns the start of a period as written in keys. */
    static String label(Grain grain, Instant start, ZoneId zone) {
        LocalDate date = LocalDate.ofInstant(start, zone);
        return switch (grain) {
            case MONTH -> YearMonth.from(date).toString();
            case DAY -> date.toString();
            case MINUTE -> Tick.SECONDS.text(start).substring(0, MINUTE_WIDTH);
            default -> Tick.SECONDS.text(start);
        };
    }

    private String start(Item item) {
        return ROWS.parse(LayoutKeys.written(table.schema().keyOf(item)).orElseThrow())
                .text("start");
    }

    private List<RollupRow> rows(List<Item> items, Grain grain, ZoneId zone, Map<String, String> stored) {
        return items.stream().map(item -> row(item, grain, zone, stored)).toList();
    }

    private RollupRow row(Item item, Grain grain, ZoneId zone, Map<String, String> stored) {
        Item.Builder row = Item.builder();
        stored.forEach((name, as) -> {
            Value value = item.value(as);
            if (value != null) {
                row.put(name, value);
            }
        });
        String label = start(item);
        return switch (grain) {
            case MONTH -> {
                YearMonth month = YearMonth.parse(label);
                yield stored(month.atDay(1), month.plusMonths(1).atDay(1), zone, row.build());
            }
            case DAY -> stored(LocalDate.parse(label), LocalDate.parse(label).plusDays(1), zone, row.build());
            default -> {
                String text = grain == Grain.MINUTE ? label + ":00Z" : label;
                Instant start = Tick.SECONDS.parse(text).orElseThrow();
                yield new RollupRow(
                        start,
                        start.plus(1, grain == Grain.MINUTE ? MINUTES : HOURS),
                        RollupRow.Kind.STORED,
                        row.build());
            }
        };
    }

    private static RollupRow stored(LocalDate from, LocalDate to, ZoneId zone, Item row) {
        return new RollupRow(
                from.atStartOfDay(zone).toInstant(), to.atStartOfDay(zone).toInstant(), RollupRow.Kind.STORED, row);
    }
}
