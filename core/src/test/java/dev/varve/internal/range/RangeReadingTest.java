package dev.varve.internal.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Throttled;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.TimeRange;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.RangePlan;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.Capacity;
import dev.varve.table.Page;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.Select;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The requests of a range read: laziness, bounds, closing, errors. */
class RangeReadingTest {

    private static final Instant START = Instant.parse("2026-04-20T00:00:00Z");
    private static final SeriesLayout HOURS = Layout.series("at")
            .tick(Tick.SECONDS)
            .keys("{id}#{at:hour}", "{at}")
            .build();
    private static final SeriesLayout BASIC =
            Layout.series("at").tick(Tick.SECONDS).keys("{id}", "{at}").build();

    private final Table memory = new MemoryEngine(() -> START)
            .open(TableSchema.named("readings").build())
            .join();
    private final WatchedTable table = WatchedTable.of(memory);

    private static RangeQuery of(Table table, SeriesLayout layout, int hours) {
        RangePlan plan = layout.plan(Parts.of("id", "d"), TimeRange.of(START, START.plus(Duration.ofHours(hours))));
        return RangeQuery.of(table, RangeSteps.of(plan), "d", 8);
    }

    private void put(SeriesLayout layout, Instant clock) {
        var key = layout.write(Parts.of("id", "d"), clock);
        memory.blocking().put(Item.of("pk", key.partition(), "sk", key.sort().toString()));
    }

    private void putEachHour(int hours) {
        IntStream.range(0, hours).forEach(hour -> put(HOURS, START.plus(Duration.ofHours(hour))));
    }

    private void putBasic(int count) {
        IntStream.range(0, count).forEach(second -> put(BASIC, START.plusSeconds(second)));
    }

    @Test
    void theFirstItemOfOnePartitionIsOneRequestForOneItem() {
        putBasic(10);

        assertThat(of(table, BASIC, 1).first()).isPresent();

        assertThat(table.sentQueries()).extracting(Query::limit).containsExactly(1);
    }

    @Test
    void aPageRequestsNoMoreItemsThanItReturns() {
        putBasic(100);

        RangePage page = of(table, BASIC, 1).page(10, null);

        assertThat(page.items()).hasSize(10);
        assertThat(page.next()).isNotNull();
        assertThat(table.sentQueries()).extracting(Query::limit).containsExactly(10);
        assertThat(page.capacity().total().read()).isEqualTo(0.5);
    }

    @Test
    void aPageReadsOnlyTheStepsItNeeds() {
        putEachHour(24);

        RangePage page = of(table, HOURS, 24).page(3, null);

        assertThat(page.items()).hasSize(3);
        assertThat(table.sentQueries()).extracting(Query::limit).containsExactly(3, 2, 1);
    }

    @Test
    void aStreamReadsNothingBeforeItIsConsumed() {
        putEachHour(24);

        try (Stream<Item> items = of(table, HOURS, 24).stream()) {
            assertThat(items).isNotNull();
            assertThat(table.sentQueries()).isEmpty();
        }
    }

    @Test
    void aStreamPrefetchesMoreAndMoreSteps() {
        putEachHour(200);
        List<Integer> sizes = new ArrayList<>();

        try (Stream<Item> items = of(table, HOURS, 200).stream()) {
            Iterator<Item> each = items.iterator();
            for (int i = 0; i < 5; i++) {
                each.next();
                sizes.add(table.sentQueries().size());
            }
        }

        assertThat(sizes).containsExactly(1, 3, 5, 8, 13);
    }

    @Test
    void aGapIsCrossedWithGrowingPrefetch() {
        put(HOURS, START.plus(Duration.ofHours(20)));

        assertThat(of(table, HOURS, 1_000).first()).isPresent();

        assertThat(table.sentQueries().size()).isBetween(21, 45);
    }

    @Test
    void countFetchesNoItemsAndFollowsPages() {
        WatchedTable cut = new WatchedTable(
                memory.schema(),
                query -> {
                    assertThat(query.select()).isEqualTo(Select.count());
                    PageToken resume = query.resume();
                    // An empty page that is not the last one, and a second page.
                    return resume == null
                            ? new Page(List.of(), 0, 5, new PageToken("more"), Capacity.NONE)
                            : new Page(List.of(), 7, 7, null, Capacity.NONE);
                },
                Runnable::run);

        assertThat(of(cut, HOURS, 30).count()).isEqualTo(210);
        assertThat(cut.sentQueries()).hasSize(60);
    }

    @Test
    void countWithALimitStopsEarly() {
        putEachHour(100);

        assertThat(of(table, HOURS, 100).limit(1).count()).isEqualTo(1);

        assertThat(table.sentQueries()).hasSize(1);
    }

    @Test
    void closingAStreamCancelsPendingRequestsAndSendsNoMore() {
        putBasic(1_000);
        List<Runnable> held = new ArrayList<>();
        AtomicInteger number = new AtomicInteger();
        WatchedTable slow = WatchedTable.of(memory, answer -> {
            if (number.getAndIncrement() == 0) {
                answer.run();
            } else {
                held.add(answer);
            }
        });

        Stream<Item> items = of(slow, BASIC, 1).stream();
        Iterator<Item> each = items.iterator();
        each.next();
        assertThat(slow.sentQueries())
                .as("the page and the prefetched next one")
                .hasSize(2);
        items.close();

        assertThat(slow.futures().get(1)).isCancelled();
        held.forEach(Runnable::run);
        assertThat(slow.sentQueries()).hasSize(2);
        assertThatThrownBy(() -> {
                    while (each.hasNext()) {
                        each.next();
                    }
                })
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anErrorIsThrownUnchangedWhenItsPageIsReached() {
        putBasic(1_000);
        Throttled error = new Throttled("table.throttled", "too fast");
        WatchedTable failing = new WatchedTable(
                memory.schema(),
                query -> {
                    if (query.resume() != null) {
                        throw error;
                    }
                    return memory.blocking().query(query);
                },
                Runnable::run);
        List<Item> seen = new ArrayList<>();

        try (Stream<Item> items = of(failing, BASIC, 1).stream()) {
            assertThatThrownBy(() -> items.forEach(seen::add)).isSameAs(error);
        }

        assertThat(seen).hasSize(PageSizes.FIRST_ITEMS);
        assertThatThrownBy(() -> of(failing, BASIC, 1).page(2_000, null)).isSameAs(error);
    }

    @Test
    void anErrorInAPrefetchedStepIsThrownWhenItIsReached() {
        putEachHour(10);
        Throttled error = new Throttled("table.throttled", "too fast");
        WatchedTable failing = new WatchedTable(
                memory.schema(),
                query -> {
                    if (query.partition().toString().contains("T04")) {
                        throw error;
                    }
                    return memory.blocking().query(query);
                },
                Runnable::run);
        List<Item> seen = new ArrayList<>();

        assertThatThrownBy(() -> of(failing, HOURS, 10).stream().forEach(seen::add))
                .isSameAs(error);

        assertThat(seen).hasSize(4);
        assertThatThrownBy(() -> of(failing, HOURS, 10).count()).isSameAs(error);
        assertThat(of(failing, HOURS, 3).count()).isEqualTo(3);
    }

    @Test
    void heldItemsAndPendingRequestsStayBounded() {
        readManyShards(64, 24, 500);
    }

    @Test
    @Tag("slow")
    void tenMillionEventsInManyShardsAndBucketsStayBounded() {
        readManyShards(64, 24, 6_511);
    }

    private static void readManyShards(int shards, int buckets, int eventsOfSlice) {
        int parallel = 16;
        List<Item> events = IntStream.range(0, eventsOfSlice)
                .mapToObj(i -> Item.of("pk", "p", "sk", Integer.toString(100_000 + i)))
                .toList();
        AtomicLong live = new AtomicLong();
        AtomicLong most = new AtomicLong();
        SeriesLayout layout = Layout.series("at")
                .keys("{id}#{at:hour}#{shard:%s}".formatted(shards), "{at}")
                .build();
        ExecutorService executor = Executors.newFixedThreadPool(2);
        try {
            WatchedTable table = new WatchedTable(
                    TableSchema.named("readings").build(),
                    query -> {
                        PageToken resume = query.resume();
                        int from = resume == null ? 0 : Integer.parseInt(resume.text());
                        int to = Math.min(eventsOfSlice, from + query.limit());
                        most.accumulateAndGet(live.addAndGet(to - from), Math::max);
                        return new Page(
                                events.subList(from, to),
                                to - from,
                                to - from,
                                to == eventsOfSlice ? null : new PageToken(Integer.toString(to)),
                                Capacity.NONE);
                    },
                    executor);
            RangePlan plan =
                    layout.plan(Parts.of("id", "d"), TimeRange.of(START, START.plus(Duration.ofHours(buckets))));
            long[] seen = {0};
            try (Stream<Item> items = RangeQuery.of(table, RangeSteps.of(plan), "d", parallel).stream()) {
                items.forEach(item -> {
                    seen[0]++;
                    live.decrementAndGet();
                });
            }
            assertThat(seen[0]).isEqualTo((long) shards * buckets * eventsOfSlice);
            assertThat(table.maxInFlight()).isLessThanOrEqualTo(parallel);
            assertThat(most.get()).isLessThanOrEqualTo(2L * PageSizes.MAX_HELD_ITEMS);
        } finally {
            executor.shutdown();
        }
    }

    @Test
    void aThousandShardsAreReadWithinTheBounds() {
        readManyShards(1_000, 2, 20);
    }

    @Test
    void aRangeWithoutStepsIsEmpty() {
        RangeQuery empty = of(table, HOURS, 0);

        assertThat(empty.list()).isEmpty();
        assertThat(empty.first()).isEmpty();
        assertThat(empty.count()).isZero();
        assertThat(empty.page(10, null)).isEqualTo(new RangePage(List.of(), null, Capacity.NONE));
        assertThat(of(memory, HOURS, 0).explain().details()).containsExactly("partitions: none");
        assertThat(table.sentQueries()).isEmpty();
    }

    @Test
    void explainNamesPartitionsAndTheLeastCost() {
        var explanation = of(memory, HOURS, 24).explain();

        assertThat(explanation).hasToString("""
                        Query on readings
                          partitions: 24
                          partition: d#2026-04-20T00:00:00Z
                          partition: d#2026-04-20T01:00:00Z
                          partition: d#2026-04-20T02:00:00Z
                          partition: d#2026-04-20T03:00:00Z
                          partition: d#2026-04-20T04:00:00Z
                          partition: … 19 more
                          requests: at least 24
                          first sort: sk BETWEEN "2026-04-20T00:00:00Z" AND "2026-04-20T00:59:59Z"
                          order: ascending
                          leaves out: items whose ttl has passed
                          capacity: 12 to 4272 read, 0 write""");
        assertThat(of(memory, HOURS, 24).limit(1).explain().details())
                .contains("requests: at least 1", "limit: 1 items after the filter");
    }

    @Test
    void explainCountsPartitionsUpToABound() {
        var centuries = of(memory, HOURS, 1_000_000).explain();

        assertThat(centuries.details()).contains("partitions: at least " + RangeExplain.MAX_COUNTED);
    }

    @Test
    void shardsOfAnEntityAreOneStep() {
        EntityLayout alerts = Layout.entity("ALERTS#{shard:4}", "{level}#{id}");
        for (int i = 0; i < 20; i++) {
            var key = alerts.write(Parts.of("level", i % 2 == 0 ? "high" : "low", "id", "a" + (10 + i)));
            memory.blocking()
                    .put(Item.of("pk", key.partition(), "sk", key.sort().toString()));
        }

        assertThat(RangeQuery.of(table, RangeSteps.of(alerts.slices(Parts.of("level", "high"))), "alerts", 2)
                        .list())
                .extracting(item -> item.text("sk"))
                .hasSize(10)
                .isSorted()
                .startsWith("high#a10", "high#a12");
    }

    @Test
    void aPageCountsTheCapacityOfEmptyRequests() {
        RangePage page = of(table, HOURS, 3).page(5, null);

        assertThat(page.items()).isEmpty();
        assertThat(page.capacity().total().read()).isEqualTo(1.5);
    }

    @Test
    void aPageIsBuiltWithoutBlocking() {
        putEachHour(10);
        Deque<Runnable> held = new ArrayDeque<>();
        CompletableFuture<RangePage> page =
                of(WatchedTable.of(memory, held::add), HOURS, 10).limit(7).pageAsync(null);

        while (!page.isDone()) {
            held.remove().run();
        }

        assertThat(page.join().items()).hasSize(7);
        assertThat(held).isEmpty();
    }

    @Test
    void aCompletedReaderLeavesNoPendingRequests() {
        putEachHour(50);
        assertThat(of(table, HOURS, 50).list()).hasSize(50);
        assertThat(table.futures()).allMatch(CompletableFuture::isDone);
        assertThat(table.sentQueries()).hasSize(50);
    }
}
