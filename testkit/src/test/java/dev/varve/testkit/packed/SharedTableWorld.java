package dev.varve.testkit.packed;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.engine.ForwardingEngine;
import dev.varve.error.Retry;
import dev.varve.error.VarveException;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedSource;
import dev.varve.memory.MemoryEngine;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.table.BlockingTable;
import dev.varve.table.Journal;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.FaultyEngine;
import dev.varve.testkit.random.Draw;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Processes that write one packed series in one table in memory, each with a journal in the table, as on DynamoDB. */
final class SharedTableWorld {

    private static final int MAX_ATTEMPTS = 500;

    final MutableClock clock;
    private final Draw draw;
    private final Faults faults;
    private final MemoryEngine memory;
    private final MemoryEngine past;
    private @Nullable StaleTable shared;
    private int stalePercent;

    SharedTableWorld(Instant start, Draw draw, Faults faults) {
        this.clock = new MutableClock(start);
        this.draw = draw;
        this.faults = faults;
        this.memory = new MemoryEngine(clock);
        this.past = new MemoryEngine(clock);
    }

    /** One process: what it has open, and the faults that it meets. */
    static final class OneProcess<E extends Record> {
        final String name;
        final OpenSeries<E> series;

        private OneProcess(String name, OpenSeries<E> series) {
            this.name = name;
            this.series = series;
        }

        PackedStore store() {
            return Objects.requireNonNull(SeriesAccess.instance().packed(series));
        }

        void await(Function<PackedStore, CompletableFuture<Void>> work) {
            retried(() -> {
                BlockingTable.await(work.apply(store()));
                return true;
            });
        }
    }

    /** Repeats a call until it succeeds. */
    static <T> T retried(Supplier<T> call) {
        for (int attempt = 1; ; attempt++) {
            try {
                return call.get();
            } catch (VarveException e) {
                if (e.retry() == Retry.NEVER || attempt == MAX_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** What one process opens: all tables are those of the world, but no journal. */
    private final class Unjournaled extends ForwardingEngine implements FeedSource {

        Unjournaled(Engine engine) {
            super(engine);
        }

        @Override
        public ChangeFeed changes(String table) {
            return memory.changes(table);
        }

        @Override
        public CompletableFuture<Table> open(TableSchema schema) {
            return memory.open(schema).thenCombine(past.open(schema), SharedTableWorld.this::stale);
        }

        @Override
        public Optional<Journal> journal(TableSchema schema, String name) {
            return Optional.empty();
        }

        @Override
        public void close() {}
    }

    private synchronized Table stale(Table table, Table copy) {
        StaleTable known = shared;
        if (known == null) {
            known = new StaleTable(table, copy, () -> draw.chance(stalePercent));
            shared = known;
        }
        return known;
    }

    /** Lets this percentage of the eventually consistent queries see an older state. */
    void stale(int percent) {
        stalePercent = percent;
    }

    void catchUp(int most) {
        Objects.requireNonNull(shared).catchUp(most);
    }

    <E extends Record> OneProcess<E> open(String name, Series<E> series) {
        FaultyEngine engine = new FaultyEngine(new Unjournaled(memory), Faults.none(0));
        OpenSeries<E> opened =
                Varve.on(engine).owner(name).open("readings", series).series(series);
        engine.meet(new Faults(draw.nextLong(), faults.percents(), Runnable::run));
        return new OneProcess<>(name, opened);
    }
}
