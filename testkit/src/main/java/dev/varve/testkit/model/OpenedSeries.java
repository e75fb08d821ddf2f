package dev.varve.testkit.model;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.series.OpenSeries;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.table.BlockingTable;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.ReopenedEngine;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** The series under test, which a walk may open again at any time, as after a crash. */
final class OpenedSeries {

    private final Supplier<OpenSeries<Event>> open;
    private volatile OpenSeries<Event> series;

    OpenedSeries(DrawnSeries drawn, Engine engine, MutableClock clock, int parallel) {
        this.open = () -> drawn.open(Varve.on(new ReopenedEngine(engine))
                .clock(clock)
                .parallel(parallel)
                .open(drawn.schema()));
        this.series = open.get();
    }

    OpenSeries<Event> get() {
        return series;
    }

    /** Opens the series again without closing it: what is only in memory is lost. */
    void crash() {
        series = open.get();
    }

    /** Waits for work of a packed series. */
    void await(Function<PackedStore, CompletableFuture<Void>> work) {
        BlockingTable.await(
                work.apply(Objects.requireNonNull(SeriesAccess.instance().packed(series))));
    }
}
