package dev.varve.rollup.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.engine.ForwardingEngine;
import dev.varve.engine.ForwardingTable;
import dev.varve.error.Seeded;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedSource;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.key.TimeRange;
import dev.varve.memory.MemoryEngine;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.internal.definition.CompiledRollup;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.table.Get;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.table.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Rows that are written together are as right as rows that are written one by one. */
class GroupedRefreshTest {

    record Reading(String deviceId, Instant at, double temperature) {}

    private static final Instant START = Instant.parse("2026-04-20T14:00:00Z");

    /** An engine that takes several puts at once, and lets another writer overwrite some of the rows right before. */
    private static final class Grouping extends ForwardingEngine implements FeedSource {
        private final MemoryEngine engine;
        private final RandomGenerator random;
        private int groups;
        private int overwritten;

        Grouping(MemoryEngine engine, RandomGenerator random) {
            super(engine);
            this.engine = engine;
            this.random = random;
        }

        @Override
        public CompletableFuture<Table> open(TableSchema schema) {
            return engine.open(schema).thenApply(GroupingTable::new);
        }

        @Override
        public ChangeFeed changes(String table) {
            return engine.changes(table);
        }

        private final class GroupingTable extends ForwardingTable {

            GroupingTable(Table delegate) {
                super(delegate);
            }

            @Override
            public int putsAtOnce() {
                return 3;
            }

            @Override
            public List<CompletableFuture<WriteResult>> putEach(List<Put> puts) {
                groups += puts.size() > 1 ? 1 : 0;
                for (Put put : puts) {
                    if (put.item().value(CompiledRollup.COUNT) != null && random.nextInt(4) == 0) {
                        overwrite(put);
                    }
                }
                return super.putEach(puts);
            }

            /** Writes a row that another writer computed before the last change. */
            private void overwrite(Put put) {
                Item stored =
                        get(Get.of(put.keyIn(schema())).consistent()).join().item();
                long version = stored == null
                        ? 0
                        : stored.number(CompiledRollup.VERSION).longValueExact();
                Item other = put.item().with(CompiledRollup.COUNT, Num.of(99));
                overwritten++;
                delegate()
                        .put(Put.of(other.with(CompiledRollup.VERSION, Num.of(version + 1))))
                        .join();
            }
        }
    }

    @Test
    void rowsThatAnotherWriterOverwroteAreComputedAgain() {
        int[] seen = {0, 0};
        Seeded.runs(20, random -> {
            Instant[] now = {START};
            Series<Reading> declared = Series.of(Reading.class)
                    .partition("DEVICE#{deviceId}")
                    .sort("READING#{at}")
                    .rollUp(Rollup.of("temperature").hourly().daily())
                    .build();
            try (Grouping engine = new Grouping(new MemoryEngine(() -> now[0]), random);
                    Varve db = Varve.open(engine, "readings", declared)) {
                OpenSeries<Reading> readings = db.series(declared);
                for (int step = 0; step < 5; step++) {
                    List<Reading> events = new ArrayList<>();
                    for (int i = 0; i < 20; i++) {
                        events.add(new Reading(
                                "d" + random.nextInt(10),
                                now[0].minusSeconds(random.nextInt(7_200)),
                                random.nextInt(100) / 10.0));
                    }
                    readings.appendAll(events);
                    db.processing().catchUp(Duration.ofSeconds(30));
                    now[0] = now[0].plus(Duration.ofHours(5));
                }
                RollupReport report =
                        readings.rollup().verify(new TimeRange(START.minus(Duration.ofDays(1)), now[0]), done -> {});
                assertThat(report.wrong()).as(report.toString()).isZero();
                assertThat(report.rows()).isPositive();
                seen[0] += engine.groups;
                seen[1] += engine.overwritten;
            }
        });
        assertThat(seen[0]).as("groups of rows").isPositive();
        assertThat(seen[1]).as("rows of another writer").isPositive();
    }
}
