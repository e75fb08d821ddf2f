package dev.varve.series;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Seeded;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.item.ValueOrder;
import dev.varve.item.ValueType;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.LayoutKey;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.key.internal.SeriesLayoutBuilder;
import dev.varve.key.internal.SortType;
import dev.varve.memory.MemoryEngine;
import dev.varve.series.internal.read.HistoryClock;
import dev.varve.series.internal.read.HistorySource;
import dev.varve.table.Condition;
import dev.varve.table.IndexSchema;
import dev.varve.table.Key;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.PageToken;
import dev.varve.table.Projection;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.table.internal.LayoutKeys;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares random queries on random layouts and events with a model that checks every event. */
class HistoryOracleTest {

    private static final int RUNS = 600;
    private static final Instant MIDDLE = Instant.parse("2026-03-29T01:00:00Z");
    private static final Instant CHANGE = Instant.parse("2026-03-29T03:00:00Z");

    private static final List<String> PARTITIONS = List.of(
            "{id}",
            "D#{id}",
            "{id}#{at:hour}",
            "{id}#{at:day}",
            "{id}#{at:month}",
            "{id}#{shard:3}",
            "{id}#{at:day}#{shard:4}",
            "{id}#{at:hour}#{shard:2}");
    private static final List<String> SORTS = List.of(
            "{at}",
            "READING#{at}",
            "{at}#{event}",
            "E#{at}#{event}#end",
            "{at:epoch}",
            "{at:ulid}",
            "S#{at:ulid}{event}");
    private static final List<String> ZONES = List.of("UTC", "Europe/Berlin", "Asia/Kolkata");

    private record Event(int n, Instant clock, LayoutKey key, Item item) {}

    private static <T> T oneOf(RandomGenerator random, List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** One row per hour or day, alone in its partition or not. */
    private static SeriesLayout rows(RandomGenerator random) {
        SeriesLayoutBuilder builder = Layout.series("at").zone(ZoneId.of(oneOf(random, ZONES)));
        return switch (random.nextInt(3)) {
            case 0 -> builder.keys("{id}#{at:hour}").build();
            case 1 -> builder.keys("{id}", "AGG#hourly#{at:hour}").build();
            default -> builder.keys("{id}#{at:month}", "{at:day:start}").build();
        };
    }

    private static SeriesLayout layout(RandomGenerator random) {
        if (random.nextInt(5) == 0) {
            return rows(random);
        }
        String sort = oneOf(random, SORTS);
        SeriesLayoutBuilder builder = Layout.series("at")
                .tick(sort.contains("ulid") ? Tick.MILLIS : oneOf(random, List.of(Tick.SECONDS, Tick.MILLIS)))
                .zone(ZoneId.of(oneOf(random, ZONES)))
                .keys(oneOf(random, PARTITIONS), sort);
        if (random.nextInt(3) == 0) {
            builder.since(CHANGE, oneOf(random, PARTITIONS), sort);
        }
        return builder.build();
    }

    /** A layout with events in a table or an index. */
    private static final class Fixture {
        final SeriesLayout layout;
        final boolean onIndex;
        final Table table;
        final Duration reach;
        final List<Event> events = new ArrayList<>();
        private final RandomGenerator random;

        Fixture(RandomGenerator random) {
            this.random = random;
            layout = layout(random);
            onIndex = random.nextInt(3) == 0;
            reach = oneOf(random, List.of(Duration.ofSeconds(2), Duration.ofHours(5), Duration.ofDays(2)));
            ValueType sort = layout.sortType() == SortType.NUMBER ? ValueType.NUMBER : ValueType.TEXT;
            TableSchema.Builder schema = TableSchema.named("events");
            if (onIndex) {
                KeyAttribute indexSort = layout.sortType() == SortType.NONE ? null : new KeyAttribute("gsk", sort);
                schema.index(new IndexSchema(
                        "gsi1", new KeySchema(new KeyAttribute("gpk", ValueType.TEXT), indexSort), Projection.all()));
            } else if (layout.sortType() == SortType.NONE) {
                schema.withoutSort();
            } else {
                schema.sort("sk", sort);
            }
            table = new MemoryEngine(() -> Instant.EPOCH).open(schema.build()).join();
            for (int i = 0; i < 70; i++) {
                put(i);
            }
        }

        private void put(int n) {
            Instant clock = near();
            Parts parts = Parts.of("id", oneOf(random, List.of("x", "x", "x", "y")));
            parts = layout.eventParts().isEmpty() ? parts : parts.with("event", "e" + random.nextInt(5));
            LayoutKey key = layout.write(parts, clock);
            if (!onIndex && events.stream().anyMatch(event -> event.key().equals(key))) {
                return;
            }
            Instant stored = layout.keepsExactClock() ? clock : layout.floor(clock);
            Key written = LayoutKeys.key(key);
            Item item = Item.of("n", n, "id", parts.text("id"), "third", n % 3 == 0)
                    .with("at", stored().text(stored))
                    .with(onIndex ? "gpk" : "pk", written.partition());
            if (written.sort() != null) {
                item = item.with(onIndex ? "gsk" : "sk", written.sort());
            }
            item = onIndex ? item.with("pk", "id" + (1_000 + n)).with("sk", "event") : item;
            table.blocking().put(item);
            events.add(new Event(n, stored, key, item));
        }

        private Tick stored() {
            return layout.keepsExactClock() ? Tick.NANOS : layout.tick();
        }

        private Instant near() {
            long seconds = reach.toSeconds();
            Instant clock = MIDDLE.plusSeconds(random.nextLong(-seconds, seconds + 1));
            return switch (random.nextInt(3)) {
                case 0 -> clock;
                case 1 -> clock.plusMillis(random.nextInt(1_000));
                default -> clock.plusNanos(random.nextInt(1_000_000_000));
            };
        }

        History<Item> history(Instant now) {
            return new History<>(
                    new HistorySource<>(
                            table,
                            onIndex ? "gsi1" : null,
                            item -> true,
                            layout,
                            new HistoryClock("at", stored(), clock -> Value.of(stored().text(clock))),
                            layout.keepsExactClock(),
                            item -> item,
                            () -> now,
                            Duration.ofDays(10),
                            Duration.ofDays(10),
                            random.nextInt(1, 6),
                            "events",
                            (events, points, field) -> events.toList(),
                            UnaryOperator.identity(),
                            null),
                    Parts.of("id", "x"));
        }

        /** Returns the events of one series by clock, then by sort key, then by table key. */
        List<Event> sorted() {
            Comparator<Event> bySort = (a, b) -> ValueOrder.compareKeys(
                    LayoutKeys.key(a.key()).sort(), LayoutKeys.key(b.key()).sort());
            return events.stream()
                    .filter(event -> event.item().text("id").equals("x"))
                    .sorted(Comparator.comparing((Event event) -> layout.floor(event.clock()))
                            .thenComparing(bySort)
                            .thenComparing(Event::n))
                    .toList();
        }
    }

    /** A query and its expected result. */
    private record DrawnQuery(History<Item> history, List<Integer> expected) {}

    private static DrawnQuery draw(RandomGenerator random, Fixture fixture) {
        Instant now = fixture.near();
        History<Item> history = fixture.history(now);
        Instant from = Instant.MIN;
        Instant to = Instant.MAX;
        switch (random.nextInt(5)) {
            case 0 -> {
                Instant a = fixture.near();
                Instant b = fixture.near();
                from = a.isBefore(b) ? a : b;
                to = a.isBefore(b) ? b : a;
                history = history.between(from, to);
            }
            case 1 -> {
                from = fixture.near();
                history = history.since(from);
            }
            case 2 -> {
                to = fixture.near();
                history = history.before(to);
            }
            case 3 -> {
                Duration back = Duration.ofMillis(random.nextLong(1, 2 * fixture.reach.toMillis()));
                Tick tick = fixture.layout.tick();
                from = tick.ceil(tick.floor(tick.floor(now).minus(back)).plusNanos(1));
                to = tick.ceil(tick.floor(now).plusNanos(1));
                history = history.last(back);
            }
            default -> {}
        }
        boolean filtered = random.nextInt(3) == 0;
        history = filtered ? history.where(attr("third").is(true)) : history.where(Condition.always());
        boolean newestFirst = random.nextBoolean();
        history = newestFirst ? history.newestFirst() : history;
        history = !fixture.onIndex && random.nextBoolean() ? history.consistent() : history;
        List<Integer> expected = new ArrayList<>();
        for (Event event : fixture.sorted()) {
            if (!event.clock().isBefore(from) && event.clock().isBefore(to) && (!filtered || event.n() % 3 == 0)) {
                expected.add(event.n());
            }
        }
        if (newestFirst) {
            Collections.reverse(expected);
        }
        return new DrawnQuery(history, expected);
    }

    private static List<Integer> numbers(List<Item> items) {
        return items.stream()
                .map(item -> Integer.parseInt(String.valueOf(item.value("n"))))
                .toList();
    }

    @Test
    void everyTerminalMatchesTheModel() {
        Seeded.runs(RUNS, random -> {
            Fixture fixture = new Fixture(random);
            DrawnQuery drawn = draw(random, fixture);
            int limit = random.nextInt(1, 20);

            assertThat(numbers(drawn.history().list()))
                    .as(fixture.layout.describe())
                    .isEqualTo(drawn.expected());
            assertThat(drawn.history().count()).isEqualTo(drawn.expected().size());
            assertThat(numbers(drawn.history().limit(limit).list()))
                    .isEqualTo(drawn.expected().stream().limit(limit).toList());
            assertThat(numbers(drawn.history().first().stream().toList()))
                    .isEqualTo(drawn.expected().stream().limit(1).toList());
        });
    }

    @Test
    void pagesOfEverySizeConcatenateToTheWhole() {
        Seeded.runs(RUNS, random -> {
            Fixture fixture = new Fixture(random);
            DrawnQuery drawn = draw(random, fixture);
            List<Integer> found = new ArrayList<>();
            @Nullable PageToken token = null;
            do {
                HistoryPage<Item> page =
                        drawn.history().limit(random.nextInt(1, 30)).page(token);
                token = page.next();
                found.addAll(numbers(page.events()));
            } while (token != null);

            assertThat(found).as(fixture.layout.describe()).isEqualTo(drawn.expected());
        });
    }
}
