package dev.varve.internal.range;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Seeded;
import dev.varve.item.Item;
import dev.varve.item.ValueType;
import dev.varve.key.internal.PartitionSlice;
import dev.varve.key.internal.SortBounds;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.Condition;
import dev.varve.table.IndexSchema;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.PageToken;
import dev.varve.table.Projection;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares range reads over the shards of one step with sorting all items, on random data. */
class RangeOracleTest {

    private static final int RUNS = 400;

    /** The table or index to read, and the kind of its sort key. */
    private enum Target {
        TABLE_TEXT,
        TABLE_NUMBER,
        TABLE_ALONE,
        INDEX_TEXT,
        INDEX_NUMBER,
        INDEX_ALONE
    }

    private static final List<Target> TARGETS = List.of(Target.values());

    private record Row(int shard, int sort, String id, int n) {}

    private static final class Fixture {
        final Target target;
        final int shards;
        final Table table;
        final List<Row> rows = new ArrayList<>();
        private final RandomGenerator random;
        private int made;

        Fixture(RandomGenerator random) {
            this.random = random;
            target = TARGETS.get(random.nextInt(TARGETS.size()));
            shards = random.nextInt(1, 6);
            TableSchema.Builder schema = TableSchema.named("items");
            if (target == Target.TABLE_NUMBER) {
                schema.sort("sk", ValueType.NUMBER);
            } else if (target == Target.TABLE_ALONE) {
                schema.withoutSort();
            }
            if (isIndex()) {
                KeyAttribute sort = target == Target.INDEX_ALONE
                        ? null
                        : new KeyAttribute("isk", target == Target.INDEX_TEXT ? ValueType.TEXT : ValueType.NUMBER);
                schema.index(new IndexSchema(
                        "byShard", new KeySchema(new KeyAttribute("ipk", ValueType.TEXT), sort), Projection.all()));
            }
            table = new MemoryEngine(() -> Instant.EPOCH).open(schema.build()).join();
        }

        boolean isIndex() {
            return target.name().startsWith("INDEX");
        }

        boolean hasSort() {
            return !target.name().endsWith("ALONE");
        }

        void add(int count) {
            for (int i = 0; i < count; i++) {
                int sort = hasSort() ? random.nextInt(isIndex() ? 8 : 60) : 0;
                Row row = new Row(random.nextInt(shards), sort, "id" + random.nextInt(1_000), made++);
                boolean taken = rows.stream()
                        .anyMatch(other -> isIndex()
                                ? other.id().equals(row.id())
                                : other.sort() == row.sort() && (other.shard() == row.shard() || hasSort()));
                if (!taken) {
                    rows.add(row);
                    table.blocking().put(item(row));
                }
            }
        }

        private Item item(Row row) {
            Item item = Item.of("n", row.n(), "even", row.n() % 2 == 0);
            Object sort = target.name().endsWith("TEXT") ? text(row.sort()) : (Object) row.sort();
            if (isIndex()) {
                item = item.with("pk", row.id()).with("sk", "x").with("ipk", "p" + row.shard());
                return hasSort() ? item.with("isk", sort) : item;
            }
            item = item.with("pk", "p" + row.shard());
            return hasSort() ? item.with("sk", sort) : item;
        }

        List<Row> sorted(List<Row> all) {
            return all.stream()
                    .sorted(Comparator.comparing(Row::sort)
                            .thenComparing(Row::shard)
                            .thenComparing(Row::id))
                    .toList();
        }
    }

    private static String text(int sort) {
        return "k" + (100 + sort);
    }

    /** A query and the items it should return, in order. */
    private record DrawnQuery(RangeQuery query, List<Integer> expected) {}

    private static DrawnQuery ask(RandomGenerator random, Fixture fixture) {
        return ask(random, fixture, fixture.table);
    }

    private static DrawnQuery ask(RandomGenerator random, Fixture fixture, Table table) {
        int low = random.nextInt(30);
        int high = low + random.nextInt(30);
        boolean bounded = fixture.hasSort() && random.nextBoolean();
        SortBounds bounds = !bounded
                ? SortBounds.all()
                : fixture.target.name().endsWith("TEXT")
                        ? SortBounds.between(text(low), text(high))
                        : SortBounds.between((long) low, (long) high);
        List<PartitionSlice> slices = IntStream.range(0, fixture.shards)
                .mapToObj(shard -> new PartitionSlice(shard, "p" + shard, bounds))
                .toList();
        boolean filtered = random.nextInt(3) == 0;
        boolean descending = random.nextBoolean();
        RangeQuery query = RangeQuery.of(table, RangeSteps.of(slices), "all", random.nextInt(1, 5))
                .where(filtered ? attr("even").is(true) : Condition.always());
        query = fixture.isIndex() ? query.on("byShard") : query;
        query = descending ? query.descending() : query;
        List<Integer> expected = new ArrayList<>(fixture.sorted(fixture.rows).stream()
                .filter(row -> !bounded || (row.sort() >= low && row.sort() <= high))
                .filter(row -> !filtered || row.n() % 2 == 0)
                .map(Row::n)
                .toList());
        if (descending) {
            Collections.reverse(expected);
        }
        return new DrawnQuery(query, expected);
    }

    private static List<Integer> numbers(List<Item> items) {
        return items.stream()
                .map(item -> Integer.parseInt(String.valueOf(item.value("n"))))
                .toList();
    }

    @Test
    void everyTerminalReturnsTheSortedItems() {
        Seeded.runs(RUNS, random -> {
            Fixture fixture = new Fixture(random);
            fixture.add(random.nextInt(60));
            DrawnQuery drawn = ask(random, fixture);
            List<Integer> expected = drawn.expected();
            int limit = random.nextInt(1, 20);

            assertThat(numbers(drawn.query().list())).isEqualTo(expected);
            assertThat(drawn.query().count()).isEqualTo(expected.size());
            assertThat(numbers(drawn.query().first().stream().toList()))
                    .isEqualTo(expected.stream().limit(1).toList());
            assertThat(numbers(drawn.query().limit(limit).list()))
                    .isEqualTo(expected.stream().limit(limit).toList());
            assertThat(drawn.query().limit(limit).count()).isEqualTo(Math.min(limit, expected.size()));
        });
    }

    @Test
    void pagesOfAnySizeConcatenateToTheWholeRange() {
        Seeded.runs(RUNS, random -> {
            Fixture fixture = new Fixture(random);
            fixture.add(random.nextInt(60));
            DrawnQuery drawn = ask(random, fixture);
            List<Integer> found = new ArrayList<>();
            @Nullable PageToken token = null;
            do {
                int size = random.nextInt(1, 9);
                RangePage page = drawn.query().page(size, token);
                token = page.next();
                assertThat(page.items()).hasSizeLessThanOrEqualTo(size);
                assertThat(token == null || page.items().size() == size).isTrue();
                found.addAll(numbers(page.items()));
            } while (token != null);

            assertThat(found).as("%s", fixture.target).isEqualTo(drawn.expected());
        });
    }

    @Test
    void itemsWrittenBetweenPagesDoNotRepeatOrHideOthers() {
        Seeded.runs(RUNS, random -> {
            Fixture fixture = new Fixture(random);
            fixture.add(random.nextInt(40));
            DrawnQuery drawn = ask(random, fixture);
            List<Integer> found = new ArrayList<>();
            @Nullable PageToken token = null;
            do {
                RangePage page = drawn.query().page(random.nextInt(1, 5), token);
                token = page.next();
                found.addAll(numbers(page.items()));
                if (fixture.rows.size() < 80) {
                    fixture.add(3);
                }
            } while (token != null);

            assertThat(found).doesNotHaveDuplicates();
            assertThat(found.stream().filter(drawn.expected()::contains).toList())
                    .as("%s", fixture.target)
                    .isEqualTo(drawn.expected());
        });
    }

    @Test
    void responsesInAnyOrderOnOtherThreadsGiveTheSameItems() {
        ExecutorService executor = Executors.newFixedThreadPool(3);
        try {
            Seeded.runs(RUNS / 2, random -> {
                Fixture fixture = new Fixture(random);
                fixture.add(random.nextInt(60));
                DrawnQuery drawn = ask(random, fixture, WatchedTable.of(fixture.table, executor));
                int limit = random.nextInt(1, 20);

                assertThat(numbers(drawn.query().list())).isEqualTo(drawn.expected());
                assertThat(drawn.query().count()).isEqualTo(drawn.expected().size());
                assertThat(numbers(drawn.query().page(limit, null).items()))
                        .isEqualTo(drawn.expected().stream().limit(limit).toList());
            });
        } finally {
            executor.shutdown();
        }
    }
}
