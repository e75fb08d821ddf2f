package dev.varve.rollup.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.memory.MemoryEngine;
import dev.varve.rollup.Group;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.internal.page.RowPage;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.table.Consistency;
import dev.varve.table.Delete;
import dev.varve.table.Put;
import dev.varve.table.Scan;
import dev.varve.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rows of packed series are stored in pages, beside rows that an earlier version stored as items. */
class PagedRowsTest {

    record Reading(String deviceId, Instant at, double temperature, String location) {}

    private static final Instant DAY = Instant.parse("2060-04-20T00:00:00Z");
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Parts DEVICE = Parts.of("deviceId", "a");

    private static final Series<Reading> READINGS = Series.of(Reading.class)
            .named("readings")
            .partition("DEVICE#{deviceId}")
            .sort("READING#{at}")
            .packed()
            .rollUp(Rollup.of("temperature").hourly(Duration.ofDays(10)).daily().group(Group.by("location")))
            .build();

    private final AtomicReference<Instant> now = new AtomicReference<>(DAY.plus(Duration.ofHours(30)));
    private final InstantSource clock = now::get;
    private final MemoryEngine engine = new MemoryEngine(clock);
    private final Varve db = Varve.on(engine).clock(clock).open("data", READINGS);
    private final OpenSeries<Reading> series = db.series(READINGS);

    @AfterEach
    void close() {
        db.close();
    }

    private static Instant hour(int hour) {
        return DAY.plus(Duration.ofHours(hour));
    }

    private void append(int hour, double temperature, String location) {
        append(List.of(new Reading("a", hour(hour).plusSeconds((long) temperature), temperature, location)));
    }

    private void append(List<Reading> readings) {
        assertThat(series.appendAll(readings).isAllStored()).isTrue();
        series.seal();
        db.processing().catchUp(PATIENCE);
    }

    private List<RollupRow> hours() {
        return series.rollups("a").hourly().between(DAY, hour(48)).list();
    }

    private List<Item> stored(String prefix) {
        List<Item> items = new ArrayList<>();
        table().blocking().stream(Scan.all()).forEach(item -> {
            if (item.text("sk").startsWith(prefix) && item.text("pk").startsWith("DEVICE#")) {
                items.add(item);
            }
        });
        return items;
    }

    private Table table() {
        return tier().table();
    }

    private TierRows tier() {
        return runtime().tiers().get(0);
    }

    private RollupRuntime runtime() {
        return RollupAccess.instance().runtime(series.rollup());
    }

    private void isClean() {
        RollupReport report = series.rollup().verify(TimeRange.of(DAY, hour(48)), done -> {});
        assertThat(report.findings()).isEmpty();
        assertThat(report.problems()).isEmpty();
        assertThat(report.foreign()).isEmpty();
    }

    @Test
    void hoursOfADayAreOneItem() {
        append(IntStream.range(0, 26)
                .mapToObj(hour -> new Reading("a", hour(hour), hour, "hall"))
                .toList());
        assertThat(stored("AGG#hourly")).hasSize(2).allMatch(item -> item.has(RowPages.PAGE));
        assertThat(hours()).hasSize(26).extracting(RollupRow::start).isSorted();
        assertThat(series.rollups("a").hourly().between(hour(5), hour(7)).list())
                .extracting(row -> row.avg("temperature").orElseThrow())
                .containsExactly(5.0, 6.0);
        isClean();
    }

    /** Writes the rows as items, as an earlier version did, and then changes one of their events. */
    @Test
    void rowsThatAreItemsAreReadAndMoveToThePage() {
        append(0, 10, "hall");
        append(1, 11, "hall");
        append(2, 12, "hall");
        List<RollupRow> expected = hours();
        asItems();
        assertThat(hours()).isEqualTo(expected);
        isClean();
        assertThat(groupCount(1)).isEqualTo(1);

        append(1, 21, "hall");
        assertThat(stored("AGG#hourly")).singleElement().matches(item -> item.has(RowPages.PAGE));
        assertThat(hours()).extracting(RollupRow::count).containsExactly(1L, 2L, 1L);
        isClean();
    }

    private long groupCount(int hour) {
        return tier().readEach(List.of(DEVICE), hour(hour), (identity, failure) -> {
                    throw failure;
                })
                .join()
                .get(0)
                .number("count")
                .longValueExact();
    }

    /** Replaces the pages by the items that an earlier version wrote. */
    private List<Item> asItems() {
        List<Item> items = new ArrayList<>();
        for (Item item : stored("AGG#hourly")) {
            RowPage page = RowPages.page(item);
            table().blocking().delete(Delete.of(table().schema().keyOf(item)));
            for (int i = 0; page != null && i < page.size(); i++) {
                Instant start = Instant.ofEpochSecond(page.start(i));
                Item row = page.row(i)
                        .with("ttl", Num.of(start.plus(Duration.ofDays(10)).getEpochSecond()));
                items.add(table().schema().keyed(tier().mapping().key(DEVICE, start), row));
            }
        }
        items.forEach(item -> table().blocking().put(Put.of(item)));
        return items;
    }

    /** A process that ends after it has written a page leaves the items beside it. */
    @Test
    void ofTwoRowsTheOneWithTheGreaterVersionIsRead() {
        append(1, 11, "hall");
        append(2, 12, "hall");
        List<Item> items = asItems();
        append(1, 21, "hall");
        List<RollupRow> expected = hours();
        items.forEach(item -> table().blocking().put(Put.of(item)));
        assertThat(stored("AGG#hourly")).hasSize(3);
        assertThat(hours()).isEqualTo(expected);
        isClean();
        table().blocking()
                .put(Put.of(items.get(1).with("rowVersion", Num.of(99)).with("count", Num.of(7))));
        assertThat(hours()).extracting(RollupRow::count).containsExactly(2L, 7L);
    }

    @Test
    void writersOfDifferentRowsOfAPageDoNotLoseEachOthersRows() {
        RowPages one = pages();
        RowPages other = pages();
        for (int hour = 0; hour < 24; hour++) {
            RowPages writer = hour % 2 == 0 ? one : other;
            assertThat(writer.writeEach(List.of(row(hour, 0, hour))).get(0).join())
                    .isTrue();
        }
        for (int hour = 0; hour < 24; hour++) {
            Item row = one.read(DEVICE, hour(hour)).join();
            assertThat(row).isNotNull();
            assertThat(row.number("count")).isEqualTo(Num.of(hour));
            assertThat(TierRows.version(row)).isEqualTo(1);
        }
    }

    @Test
    void ofTwoWritersOfARowOnlyTheFirstWins() {
        RowPages one = pages();
        RowPages other = pages();
        assertThat(one.writeEach(List.of(row(3, 0, 1))).get(0).join()).isTrue();
        assertThat(other.writeEach(List.of(row(3, 0, 2), row(4, 0, 5))).stream().map(each -> each.join()))
                .containsExactly(false, true);
        assertThat(one.writeEach(List.of(row(3, 1, 3))).get(0).join()).isTrue();
        assertThat(other.writeEach(List.of(row(3, 1, 4))).get(0).join()).isFalse();
        assertThat(other.read(DEVICE, hour(3)).join()).isEqualTo(Item.of("count", 3, "rowVersion", 2));
        assertThat(other.read(DEVICE, hour(4)).join()).isEqualTo(Item.of("count", 5, "rowVersion", 1));
    }

    /** A page that was removed and written again may have the same versions, but not the same bytes. */
    @Test
    void pageThatWasWrittenAnewIsNotOverwrittenFromMemory() {
        RowPages one = pages();
        RowPages other = pages();
        assertThat(one.writeEach(List.of(row(3, 0, 1))).get(0).join()).isTrue();
        tier().removeAll(DEVICE, TimeRange.of(DAY, hour(48)));
        assertThat(other.writeEach(List.of(row(5, 0, 2))).get(0).join()).isTrue();
        assertThat(one.writeEach(List.of(row(4, 0, 3))).get(0).join()).isTrue();
        assertThat(one.read(DEVICE, hour(3)).join()).isNull();
        assertThat(one.read(DEVICE, hour(5)).join()).isNotNull();
    }

    @Test
    void lastRemovedRowRemovesThePage() {
        RowPages pages = pages();
        pages.writeEach(List.of(row(3, 0, 1), row(4, 0, 1))).forEach(written -> written.join());
        pages.remove(DEVICE, hour(3), 9).join();
        assertThat(pages.read(DEVICE, hour(3)).join()).isNotNull();
        pages.remove(DEVICE, hour(3), 1).join();
        assertThat(pages.read(DEVICE, hour(3)).join()).isNull();
        pages.remove(DEVICE, hour(4), 1).join();
        assertThat(stored("AGG#hourly")).isEmpty();
    }

    @Test
    void rowWithManyGroupValuesIsAnItemBesideItsPage() {
        List<Reading> readings = new ArrayList<>();
        IntStream.range(0, 200)
                .forEach(i -> readings.add(new Reading("a", hour(1).plusSeconds(i), i, "location " + i)));
        append(readings);
        append(2, 5, "hall");
        assertThat(stored("AGG#hourly")).hasSize(2);
        assertThat(hours()).extracting(RollupRow::count).containsExactly(200L, 1L);
        assertThat(groupCount(1)).isEqualTo(200);
        isClean();
        series.delete(hour(1).plusSeconds(7), "a");
        series.seal();
        db.processing().catchUp(PATIENCE);
        assertThat(hours()).extracting(RollupRow::count).containsExactly(199L, 1L);
        isClean();
        // The row fits into the page again.
        readings.stream().skip(8).forEach(reading -> series.delete(reading.at(), "a"));
        series.seal();
        db.processing().catchUp(PATIENCE);
        assertThat(stored("AGG#hourly")).hasSize(1);
        assertThat(hours()).extracting(RollupRow::count).containsExactly(7L, 1L);
        isClean();
    }

    @Test
    void rowsOfAPageExpireOneByOne() {
        append(IntStream.range(0, 24)
                .mapToObj(hour -> new Reading("a", hour(hour), hour, "hall"))
                .toList());
        now.set(hour(10).plus(Duration.ofDays(10)));
        assertThat(starts()).first().isEqualTo(hour(11));
        assertThat(tier().read(DEVICE, hour(10)).join()).isNull();
        assertThat(tier().read(DEVICE, hour(11)).join()).isNotNull();
        now.set(hour(23).plus(Duration.ofDays(10)));
        assertThat(starts()).isEmpty();
        assertThat(stored("AGG#hourly")).isEmpty();
    }

    /** A writer that reads no row, because it has expired, must not wait for a version that the page still has. */
    @Test
    void expiredRowOfAPageIsAbsentForWritersToo() {
        for (boolean isCached : new boolean[] {true, false}) {
            now.set(DAY.plus(Duration.ofHours(30)));
            RowPages before = pages();
            before.writeEach(List.of(row(3, 0, 1), row(20, 0, 1))).forEach(written -> written.join());
            now.set(hour(3).plus(Duration.ofDays(10)));
            RowPages pages = isCached ? before : pages();
            assertThat(pages.read(DEVICE, hour(3)).join()).isNull();
            assertThat(pages.knownVersion(DEVICE, hour(3))).isNull();
            assertThat(pages.writeEach(List.of(row(3, 0, 2))).get(0).join()).isTrue();
            assertThat(pages.read(DEVICE, hour(20)).join()).isNotNull();
            pages.remove(DEVICE, hour(20), 1).join();
            assertThat(stored("AGG#hourly")).isEmpty();
        }
    }

    /** Returns the starts of the stored rows. */
    private List<Instant> starts() {
        List<Instant> starts = new ArrayList<>();
        tier().forEach(DEVICE, TimeRange.of(DAY, hour(48)), Consistency.STRONG, row -> starts.add(row.start()))
                .join();
        return starts;
    }

    private RowPages pages() {
        return new RowPages(tier().mapping(), table(), clock, 4);
    }

    private static TierRows.Replaced row(int hour, long version, int count) {
        return new TierRows.Replaced(DEVICE, hour(hour), Item.of(Map.of("count", Num.of(count))), version);
    }
}
