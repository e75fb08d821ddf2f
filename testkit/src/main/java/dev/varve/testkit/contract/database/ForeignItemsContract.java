package dev.varve.testkit.contract.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.varve.Varve;
import dev.varve.entity.Entity;
import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.key.Tick;
import dev.varve.key.TimeRange;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupReport;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.table.BlockingTable;
import dev.varve.testkit.contract.series.SeriesContract;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An item whose key matches no key template is never read as an event, a row or an entity. */
public abstract class ForeignItemsContract extends SeriesContract {

    private static final Series<Reading> ROLLED = Series.of(Reading.class)
            .named("readings")
            .partition("DEVICE#{deviceId}")
            .sort("READING#{at}")
            .rollUp(Rollup.of("temperature").hourly())
            .build();

    /** An entity. */
    public record Part(String machine, String name, int wear) {}

    private OpenSeries<Reading> readings;
    private BlockingTable table;

    @BeforeEach
    void appendReadings() {
        String name = harness().newTableName();
        Varve database = open(Schema.of(name, ROLLED));
        readings = database.series(ROLLED);
        table = database.table(name);
        readings.append(reading(1, 10));
        readings.append(reading(2, 20));
        readings.append(reading(3, 30));
    }

    private static String sort(Instant at) {
        return "READING#" + Tick.MILLIS.text(at);
    }

    private void putForeign() {
        table.put(item("DEVICE#d-1", sort(at(2)) + "-note", "text", "sensor was moved"));
        table.put(item("DEVICE#d-1", sort(at(2)).replace(".000Z", ".0Z"), "temperature", 99));
    }

    @Test
    void historyCountAndLatestSkipForeignItems() {
        putForeign();
        List<Reading> all = List.of(reading(1, 10), reading(2, 20), reading(3, 30));
        var history = readings.history("d-1").between(at(0), at(9));
        assertThat(history.list()).isEqualTo(all);
        assertThat(history.stream()).isEqualTo(all);
        assertThat(history.count()).isEqualTo(3);
        assertThat(history.limit(2).count()).isEqualTo(2);
        assertThat(history.limit(3).page().events()).isEqualTo(all);
        assertThat(history.newestFirst().limit(2).list()).containsExactly(reading(3, 30), reading(2, 20));
        table.put(item("DEVICE#d-1", sort(at(3)) + "-note", "text", "later"));
        assertThat(readings.latest("d-1")).contains(reading(3, 30));
        assertThat(readings.history("d-1").newestFirst().first()).contains(reading(3, 30));
    }

    @Test
    void manyForeignItemsAreSkippedInFewRequests() {
        for (int i = 0; i < 120; i++) {
            table.put(item("DEVICE#d-1", sort(at(2)) + "-note" + i, "text", "note"));
        }
        var page = readings.history("d-1").between(at(0), at(9)).limit(3).page();
        assertThat(page.events()).hasSize(3);
        assertThat(readings.history("d-1").between(at(0), at(9)).count()).isEqualTo(3);
    }

    @Test
    void verifyReportsForeignItemsAndRowsIgnoreThem() {
        putForeign();
        TimeRange range = new TimeRange(at(-7_200), at(7_200));
        RollupReport rebuilt = readings.rollup().rebuild(range, done -> {});
        assertThat(rebuilt.wrong()).isEqualTo(1);
        assertThat(readings.rollups("d-1")
                        .hourly()
                        .between(range.from(), range.to())
                        .list())
                .singleElement()
                .satisfies(row -> assertThat(row.count()).isEqualTo(3));
        RollupReport report = readings.rollup().verify(range, done -> {});
        assertThat(report.isClean()).isTrue();
        assertThat(report.foreign())
                .containsExactlyInAnyOrder(
                        key("DEVICE#d-1", sort(at(2)) + "-note"),
                        key("DEVICE#d-1", sort(at(2)).replace(".000Z", ".0Z")));
        assertThat(report.toString()).contains(sort(at(2)) + "-note");
    }

    @Test
    void rowsBetweenForeignItemsAreRead() {
        TimeRange range = new TimeRange(at(-7_200), at(7_200));
        readings.rollup().rebuild(range, done -> {});
        Item row = contents(table).stream()
                .filter(item -> item.has("count") || item.text("sk").contains("hour"))
                .filter(item -> item.text("pk").contains("d-1"))
                .findFirst()
                .orElseThrow();
        table.put(row.with("sk", row.text("sk") + "-note"));
        assertThat(readings.rollups("d-1")
                        .hourly()
                        .between(range.from(), range.to())
                        .list())
                .hasSize(1);
        assertThat(readings.rollup().verify(range, done -> {}).foreign())
                .containsExactly(key(row.text("pk"), row.text("sk") + "-note"));
    }

    @Test
    void entityReadsSkipForeignItems() {
        Entity<Part> parts = Entity.of(Part.class)
                .named("parts")
                .partition("MACHINE#{machine}")
                .sort("PART#{name}")
                .build();
        String name = harness().newTableName();
        Varve database = open(Schema.of(name, parts));
        database.entities(parts).create(new Part("m", "axle", 1));
        database.table(name).put(item("MACHINE#m", "PART#axle%", "text", "by hand"));
        database.table(name).put(item("MACHINE#m", "PART#axle#note", "text", "by hand"));
        assertThat(database.entities(parts).in("m").list()).containsExactly(new Part("m", "axle", 1));
        assertThat(database.entities(parts).in("m").count()).isEqualTo(1);
    }

    @Test
    void errorNamesAnEventThatDoesNotFitItsRecord() {
        table.put(item("DEVICE#d-1", sort(at(5)), "deviceId", "d-1"));
        Throwable error = catchThrowable(
                () -> readings.history("d-1").between(at(0), at(9)).list());
        assertThat(error).isInstanceOf(Rejected.class).hasMessageContaining(sort(at(5)));
        assertThat(((Rejected) error).code()).isEqualTo("record.missing");
    }
}
