package dev.varve.series.internal.packed;

import dev.varve.Varve;
import dev.varve.engine.ForwardingEngine;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedSource;
import dev.varve.key.Parts;
import dev.varve.memory.MemoryEngine;
import dev.varve.schema.Declaration;
import dev.varve.series.OpenSeries;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.bucket.Bucket;
import dev.varve.series.internal.packed.row.TickRange;
import dev.varve.table.Journal;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Several processes that use one table in memory, each with a journal of its own in the table, as on DynamoDB. */
public final class Processes {

    /** Longer than the lease of a writer. */
    private static final Duration LEASE_OVER = Duration.ofSeconds(61);

    private Instant now;
    private final MemoryEngine memory = new MemoryEngine(() -> now);

    private @Nullable Executor delay;

    public Processes(Instant start) {
        this.now = start;
    }

    /** What one process opens; the others do not share its state in memory. */
    private final class OneProcess extends ForwardingEngine implements FeedSource {
        private final UnaryOperator<Table> tables;

        OneProcess(UnaryOperator<Table> tables) {
            super(memory);
            this.tables = tables;
        }

        @Override
        public ChangeFeed changes(String table) {
            return memory.changes(table);
        }

        @Override
        public CompletableFuture<Table> open(TableSchema schema) {
            return memory.open(schema).thenApply(tables);
        }

        @Override
        public Optional<Journal> journal(TableSchema schema, String name) {
            return Optional.empty();
        }

        @Override
        public Optional<Executor> journalDelay() {
            return Optional.ofNullable(delay);
        }

        @Override
        public void close() {}
    }

    /** Lets records wait for more rows; the executor runs the tasks when the time is over. */
    public void delay(Executor timer) {
        delay = timer;
    }

    MemoryEngine memory() {
        return memory;
    }

    Instant now() {
        return now;
    }

    void advance(Duration time) {
        now = now.plus(time);
    }

    /** Lets the leases of processes end that are not used any more. */
    public void endLeases() {
        advance(LEASE_OVER);
    }

    public Varve open(String process, Declaration declaration) {
        return open(process, declaration, UnaryOperator.identity());
    }

    /** @param tables changes the table of this process */
    Varve open(String process, Declaration declaration, UnaryOperator<Table> tables) {
        return Varve.on(new OneProcess(tables)).owner(process).open("readings", declaration);
    }

    /** Returns the buckets of a device with rows that no block holds. */
    static List<Bucket> unsealed(OpenSeries<?> series, String deviceId) {
        TickRange always = new TickRange(Long.MIN_VALUE, Long.MAX_VALUE);
        return store(series).state().memory().tails().in(Parts.of("deviceId", deviceId), always).stream()
                .filter(Bucket::isDirty)
                .toList();
    }

    /** Returns the records of the journal of a process. */
    public static List<Journal.Entry> records(OpenSeries<?> series) {
        return store(series).state().journals().own().read(0).join();
    }

    public static PackedStore store(OpenSeries<?> series) {
        return Objects.requireNonNull(SeriesAccess.instance().packed(series));
    }
}
