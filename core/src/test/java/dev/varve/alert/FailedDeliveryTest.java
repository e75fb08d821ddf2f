package dev.varve.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.engine.ForwardingEngine;
import dev.varve.engine.ForwardingTable;
import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Seeded;
import dev.varve.error.Unavailable;
import dev.varve.error.VarveException;
import dev.varve.feed.Change;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.feed.internal.BatchHandler;
import dev.varve.memory.MemoryEngine;
import dev.varve.series.Series;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.table.BlockingTable;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * The writes of a delivery fail before or after they are carried out, and the process may end between them: each alert is stored
 * once, and its notices are sent.
 */
class FailedDeliveryTest {

    record Reading(String deviceId, Instant at, double temperature) {}

    private static final Instant START = Instant.parse("2026-04-20T14:00:00Z");
    private static final Alerting ALERTING = Alerting.standard();
    private static final int DEVICES = 6;
    private static final int STEPS = 12;

    private static final Series<Reading> READINGS = Series.of(Reading.class)
            .named("readings")
            .partition("DEVICE#{deviceId}")
            .sort("READING#{at}")
            .packed(Duration.ofHours(1))
            .build();

    private final Set<String> sent = new HashSet<>();
    private Instant now = START;
    private RandomGenerator random = new SplittableRandom(1);
    private int percent;

    private final class FailingEngine extends ForwardingEngine {
        FailingEngine(MemoryEngine engine) {
            super(engine);
        }

        @Override
        public CompletableFuture<Table> open(TableSchema schema) {
            return super.open(schema).thenApply(FailingWrites::new);
        }
    }

    private final class FailingWrites extends ForwardingTable {
        FailingWrites(Table table) {
            super(table);
        }

        @Override
        public Table deferred() {
            return this;
        }

        @Override
        public CompletableFuture<TransactResult> transactWrite(TransactWrite transaction) {
            return failing(() -> super.transactWrite(transaction));
        }

        @Override
        public CompletableFuture<WriteResult> update(Update update) {
            return failing(() -> super.update(update));
        }
    }

    private <T> CompletableFuture<T> failing(Supplier<CompletableFuture<T>> write) {
        if (random.nextInt(100) < percent) {
            return CompletableFuture.failedFuture(new Unavailable("test.down", "the table cannot be reached"));
        }
        CompletableFuture<T> done = write.get();
        return random.nextInt(100) < percent
                ? CompletableFuture.failedFuture(new OutcomeUnknown("test.lost", "the response is lost"))
                : done;
    }

    private AlertProcessor<Reading> processor(Varve db) {
        return AlertProcessor.on(db.alerts(ALERTING), db.series(READINGS))
                .rules(
                        AlertRule.named("hot").above("temperature", 24).build(),
                        AlertRule.named("very-hot").above("temperature", 26).build())
                .notifier(notice -> {
                    sent.add(notice.id());
                    return CompletableFuture.completedFuture(null);
                })
                .tickEvery(Duration.ofMillis(1))
                .build();
    }

    @Test
    void alertsAreStoredOnceAndNoticesAreSent() {
        Seeded.runs(60, draw -> {
            random = draw;
            run();
        });
    }

    private void run() {
        now = START;
        percent = 0;
        sent.clear();
        Varve db = Varve.on(new FailingEngine(new MemoryEngine(() -> now)))
                .owner("test")
                .open("telemetry", ALERTING.with(READINGS));
        AlertProcessor<Reading> processor = processor(db);
        PackedStore store = Objects.requireNonNull(SeriesAccess.instance().packed(db.series(READINGS)));
        FeedPosition stored = FeedPosition.BEGINNING;
        int[] openings = new int[DEVICES];
        double[] last = new double[DEVICES];
        for (int step = 0; step < STEPS; step++) {
            List<Reading> some = new ArrayList<>();
            now = now.plusSeconds(60);
            for (int device = 0; device < DEVICES; device++) {
                double value = 22 + random.nextInt(4) * 2;
                openings[device] +=
                        (value > 24 && last[device] <= 24 ? 1 : 0) + (value > 26 && last[device] <= 26 ? 1 : 0);
                last[device] = value;
                some.add(new Reading("d-" + device, now, value));
            }
            db.series(READINGS).appendAll(some);
            percent = 25;
            if (random.nextInt(4) == 0) {
                // Loses what is in memory.
                processor = processor(db);
            }
            stored = deliver(processor, store, stored);
            percent = 0;
        }
        processor.tick(now);
        AlertStore alerts = db.alerts(ALERTING);
        Set<String> expected = new HashSet<>();
        for (int device = 0; device < DEVICES; device++) {
            List<Alert> found = alerts.of("d-" + device).list();
            assertThat(found).hasSize(openings[device]);
            assertThat(found.stream().filter(Alert::open)).hasSize(last[device] > 26 ? 2 : last[device] > 24 ? 1 : 0);
            for (Alert alert : found) {
                expected.add(alert.alertId() + "-opened");
                if (!alert.open()) {
                    expected.add(alert.alertId() + "-resolved");
                }
            }
        }
        assertThat(sent).isEqualTo(expected);
    }

    /** Delivers the records after a position until a delivery and its checkpoint succeed, as a consumer does. */
    private static FeedPosition deliver(AlertProcessor<Reading> processor, PackedStore store, FeedPosition after) {
        BatchHandler batches = (BatchHandler) processor.forPackedEvents();
        FeedPage.Changes page = (FeedPage.Changes)
                BlockingTable.await(store.records(Optional.empty()).read(after, 100));
        List<Change> records = page.changes();
        for (int attempt = 0; attempt < 1_000; attempt++) {
            try {
                var unused = BlockingTable.await(batches.collect(store.batch(records)));
                BlockingTable.await(batches.flush());
                return page.next();
            } catch (VarveException e) {
                assertThat(e.code()).startsWith("test.");
            }
        }
        throw new AssertionError("the delivery did not succeed");
    }
}
