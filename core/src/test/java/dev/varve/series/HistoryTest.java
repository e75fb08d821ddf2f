package dev.varve.series;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Rejected;
import dev.varve.internal.range.WatchedTable;
import dev.varve.item.InstantFormat;
import dev.varve.item.Item;
import dev.varve.item.RecordMapping;
import dev.varve.item.RecordOptions;
import dev.varve.item.Value;
import dev.varve.item.internal.MappingAccess;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.memory.MemoryEngine;
import dev.varve.series.internal.read.HistoryClock;
import dev.varve.series.internal.read.HistorySource;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HistoryTest {

    private static final Instant NOON = Instant.parse("2026-04-20T12:00:00Z");
    private static final SeriesLayout BASIC = Layout.series("at")
            .tick(Tick.SECONDS)
            .keys("DEVICE#{id}", "READING#{at}")
            .build();
    private static final SeriesLayout HOURS = Layout.series("at")
            .tick(Tick.SECONDS)
            .keys("{id}#{at:hour}", "{at}")
            .build();

    private final Table table = new MemoryEngine(() -> NOON)
            .open(TableSchema.named("readings").index("gsi1", "gpk", "gsk").build())
            .join();
    private Instant now = NOON;

    private History<Instant> history(SeriesLayout layout, @Nullable Duration lookBack) {
        return history(table, layout, lookBack, null);
    }

    private History<Instant> history(
            Table readable, SeriesLayout layout, @Nullable Duration lookBack, @Nullable String index) {
        return new History<>(
                new HistorySource<>(
                        readable,
                        index,
                        item -> true,
                        layout,
                        new HistoryClock("at", Tick.SECONDS, clock -> Value.of(Tick.SECONDS.text(clock))),
                        layout.keepsExactClock(),
                        item -> Tick.SECONDS.parse(item.text("at")).orElseThrow(),
                        () -> now,
                        lookBack,
                        Duration.ofHours(1),
                        4,
                        "readings",
                        (events, points, field) -> events.toList(),
                        UnaryOperator.identity(),
                        null),
                Parts.of("id", "d"));
    }

    private void put(SeriesLayout layout, Instant clock) {
        var key = layout.write(Parts.of("id", "d"), clock);
        table.blocking()
                .put(Item.of("pk", key.partition(), "sk", key.sort().toString(), "at", Tick.SECONDS.text(clock)));
    }

    private static void assertRejected(ThrowingCallable call, String code, String message) {
        assertThatThrownBy(call)
                .isInstanceOf(Rejected.class)
                .hasMessage(message)
                .satisfies(error -> assertThat(((Rejected) error).code()).isEqualTo(code));
    }

    @Test
    void upperBoundIsExclusive() {
        put(BASIC, NOON);
        put(BASIC, NOON.plusSeconds(10));

        assertThat(history(BASIC, null).between(NOON, NOON.plusSeconds(10)).list())
                .containsExactly(NOON);
        assertThat(history(BASIC, null).before(NOON.plusSeconds(10)).list()).containsExactly(NOON);
        assertThat(history(BASIC, null).since(NOON.plusSeconds(10)).list()).containsExactly(NOON.plusSeconds(10));
    }

    @Test
    void rangeWithoutBoundsIsAllTimeUnlessPartitionsAreSplitByTime() {
        Instant old = Instant.parse("0001-01-01T00:00:00Z");
        put(BASIC, old);
        put(BASIC, NOON);
        put(BASIC, Instant.parse("9999-12-31T23:59:59Z"));

        assertThat(history(BASIC, null).list()).hasSize(3);
        assertThat(history(BASIC, null).since(NOON).before(NOON.plusSeconds(1)).list())
                .containsExactly(NOON);
        assertThat(history(BASIC, Duration.ofDays(1)).first()).contains(old);
    }

    @Test
    void lastIncludesNowAndExcludesItsStart() {
        put(BASIC, NOON.minusSeconds(60));
        put(BASIC, NOON.minusSeconds(59));
        put(BASIC, NOON);
        put(BASIC, NOON.plusSeconds(1));
        now = NOON.plusMillis(700);

        assertThat(history(BASIC, null).last(Duration.ofSeconds(60)).list())
                .containsExactly(NOON.minusSeconds(59), NOON);
    }

    @Test
    void lastIsFixedWhenItIsCalled() {
        put(HOURS, NOON);
        History<Instant> last = history(HOURS, null).last(Duration.ofMinutes(5));
        now = NOON.plus(Duration.ofDays(1));

        assertThat(last.list()).containsExactly(NOON);
    }

    @Test
    void lastAcceptsAnyLength() {
        put(BASIC, NOON);

        assertThat(history(BASIC, null).last(Duration.ofSeconds(Long.MAX_VALUE)).list())
                .containsExactly(NOON);
        assertRejected(
                () -> history(BASIC, null).last(Duration.ZERO),
                "series.last-not-positive",
                "last(PT0S) is an empty range; give a duration above zero");
    }

    @Test
    void pageTokenKeepsTheMomentOfItsFirstPage() {
        for (int minute = 0; minute < 60; minute++) {
            put(HOURS, NOON.minusSeconds(60L * minute));
        }
        HistoryPage<Instant> first =
                history(HOURS, null).last(Duration.ofMinutes(30)).limit(10).page();
        now = NOON.plus(Duration.ofMinutes(20));
        put(HOURS, NOON.plusSeconds(60));
        HistoryPage<Instant> second =
                history(HOURS, null).last(Duration.ofMinutes(30)).limit(30).page(first.next());

        assertThat(first.events().get(0)).isEqualTo(NOON.minusSeconds(29 * 60));
        assertThat(second.events()).hasSize(20).last().isEqualTo(NOON);
        assertThat(second.next()).isNull();
    }

    @Test
    void aPageTokenOfAnotherHistoryIsRefused() {
        for (int minute = 0; minute < 60; minute++) {
            put(HOURS, NOON.minusSeconds(60L * minute));
        }
        History<Instant> hour = history(HOURS, null).last(Duration.ofHours(1)).limit(5);
        PageToken token = Objects.requireNonNull(hour.page().next());

        for (History<Instant> other : List.of(
                history(HOURS, null).last(Duration.ofHours(2)),
                hour.newestFirst(),
                hour.where(attr("x").is(1)),
                history(HOURS, null).between(NOON.minusSeconds(3_599), NOON.plusSeconds(1)))) {
            assertThatThrownBy(() -> other.page(token))
                    .isInstanceOf(Rejected.class)
                    .hasMessageContaining("the page token does not belong to this");
        }
        assertThatThrownBy(() -> hour.page(new PageToken("UgEAA2FiYw")))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("the page token does not belong to this");
    }

    @Test
    void unboundedRangeIsRefusedIfPartitionsAreSplitByTime() {
        String or = ". Or declare lookBack(…) or keep(…)";
        String start = "the partitions of series readings are split by time, and the range has ";
        History<Instant> hours = history(HOURS, null);

        assertRejected(
                hours::list,
                "series.range-unbounded",
                start + "no bounds: give them with between(from, to) or last(duration)" + or);
        assertRejected(
                () -> hours.before(NOON).count(),
                "series.range-unbounded",
                start + "no lower bound: give one with since(from) or between(from, to)" + or);
        assertRejected(
                () -> hours.since(NOON).page(),
                "series.range-unbounded",
                start + "no upper bound: give one with before(to) or between(from, to)" + or);
        assertThat(hours.since(NOON).before(NOON).list()).isEmpty();
    }

    @Test
    void anEpochWithBucketsNeedsBounds() {
        SeriesLayout once = Layout.series("at")
                .tick(Tick.SECONDS)
                .keys("{id}#{at:hour}", "{at}")
                .since(NOON, "{id}", "{at}")
                .build();

        assertThatThrownBy(() -> history(once, null).list())
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("no bounds");
    }

    @Test
    void lookBackReplacesMissingBounds() {
        Duration day = Duration.ofDays(1);
        put(HOURS, NOON.minus(day).minusSeconds(1));
        put(HOURS, NOON.minus(day));
        put(HOURS, NOON.plus(Duration.ofHours(1)));
        put(HOURS, NOON.plus(Duration.ofHours(1)).plusSeconds(1));

        assertThat(history(HOURS, day).list()).containsExactly(NOON.minus(day), NOON.plus(Duration.ofHours(1)));
        assertThat(history(HOURS, day).newestFirst().first()).contains(NOON.plus(Duration.ofHours(1)));
        assertThat(history(HOURS, day).before(NOON).list()).containsExactly(NOON.minus(day));
        assertThat(history(HOURS, day).since(NOON.minus(day).minusSeconds(1)).count())
                .isEqualTo(3);
        assertThat(history(HOURS, day).before(NOON.minus(Duration.ofDays(9))).list())
                .as("before the look-back range")
                .isEmpty();
        assertThat(history(HOURS, day).since(NOON.plus(Duration.ofDays(9))).list())
                .isEmpty();
    }

    @Test
    void aRangeThatEndsBeforeItStartsIsRefused() {
        assertThatThrownBy(() -> history(BASIC, null).between(NOON, NOON.minusSeconds(1)))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("ends before it starts");
        assertThatThrownBy(() -> history(BASIC, null)
                        .since(NOON)
                        .before(NOON.minusSeconds(1))
                        .list())
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("ends before it starts");
    }

    @Test
    void limitsBelowOneAndConsistentIndexReadsAreRefused() {
        assertRejected(
                () -> history(BASIC, null).limit(0), "series.limit", "limit 0 is below 1; leave it out for no limit");
        assertRejected(
                () -> history(table, BASIC, null, "gsi1").consistent(),
                "query.index-consistent",
                "index gsi1 cannot be read consistently: read the series itself, or leave consistent() out");
    }

    @Test
    void newestEventTakesOneRequestForOneItem() {
        put(BASIC, NOON);
        put(BASIC, NOON.minusSeconds(1));
        WatchedTable watched = WatchedTable.of(table);

        assertThat(history(watched, BASIC, null, null).newestFirst().first()).contains(NOON);

        assertThat(watched.sentQueries()).extracting(Query::limit).containsExactly(1);
    }

    @Test
    void stepsDoNotChangeTheQuery() {
        put(BASIC, NOON);
        put(BASIC, NOON.minusSeconds(1));
        History<Instant> all = history(BASIC, null);
        assertThat(all.newestFirst().limit(1).since(NOON).list()).containsExactly(NOON);

        assertThat(all.list()).containsExactly(NOON.minusSeconds(1), NOON);
    }

    @Test
    void explainDescribesWhatWouldBeRead() {
        assertThat(history(HOURS, null).last(Duration.ofHours(2)).newestFirst().explain())
                .hasToString("""
                    Query on readings
                      partitions: 3
                      partition: d#2026-04-20T12:00:00Z
                      partition: d#2026-04-20T11:00:00Z
                      partition: d#2026-04-20T10:00:00Z
                      requests: at least 3
                      first sort: sk BETWEEN "2026-04-20T12:00:00Z" AND "2026-04-20T12:00:00Z"
                      order: descending
                      leaves out: items whose ttl has passed
                      capacity: 1.5 to 534 read, 0 write\
                    """);
    }

    record Trade(String account, Instant at, String id) {}

    @Test
    void boundFinerThanTheTickIsComparedWithTheStoredClockInEveryFormat() {
        for (InstantFormat format : InstantFormat.values()) {
            RecordMapping<Trade> mapping = RecordMapping.of(
                    Trade.class, RecordOptions.defaults().instant("at", format), MethodHandles.lookup());
            HistoryClock clock = HistoryClock.of(MappingAccess.instance().component(mapping, "at"));
            Item noon = mapping.toItem(new Trade("a", NOON, "x"));

            assertThat(clock.from(NOON.minusNanos(1)).test(noon))
                    .as("%s", format)
                    .isTrue();
            assertThat(clock.from(NOON).test(noon)).as("%s", format).isTrue();
            assertThat(clock.from(NOON.plusNanos(1)).test(noon))
                    .as("%s", format)
                    .isFalse();
            assertThat(clock.before(NOON).test(noon)).as("%s", format).isFalse();
            assertThat(clock.before(NOON.plusNanos(1)).test(noon))
                    .as("%s", format)
                    .isTrue();
        }
    }
}
