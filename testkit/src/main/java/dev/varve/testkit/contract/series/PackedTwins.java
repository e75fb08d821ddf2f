package dev.varve.testkit.contract.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.Packing;
import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.error.VarveException;
import dev.varve.key.TimeRange;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.RollupRow;
import dev.varve.schema.Schema;
import dev.varve.series.History;
import dev.varve.series.HistoryPage;
import dev.varve.series.OpenSeries;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.table.BlockingTable;
import dev.varve.table.PageToken;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.ReopenedEngine;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The same series twice on one engine, as items and packed. Every call is made on both, and must give the same answer. */
final class PackedTwins<E extends Record> {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Engine engine;
    private final MutableClock clock;
    private final Supplier<SeriesBuilder<E>> declared;
    private final Duration span;
    private Series<E> packed;
    private Schema packedSchema;
    private final Varve itemDb;
    private final OpenSeries<E> items;
    private Varve packedDb;

    /**
     * @param declared makes the declaration, each time a new one
     * @param span the time that a block covers
     * @param tableNames names that no table of the engine has
     */
    PackedTwins(
            Engine engine,
            MutableClock clock,
            Supplier<SeriesBuilder<E>> declared,
            Duration span,
            Supplier<String> tableNames) {
        this(engine, clock, declared, span, tableNames, series -> series.packed(span));
    }

    /** @param begin how the second series is declared first; it may have items */
    PackedTwins(
            Engine engine,
            MutableClock clock,
            Supplier<SeriesBuilder<E>> declared,
            Duration span,
            Supplier<String> tableNames,
            UnaryOperator<SeriesBuilder<E>> begin) {
        this.engine = engine;
        this.clock = clock;
        this.declared = declared;
        this.span = span;
        Series<E> plain = declared.get().build();
        this.packed = begin.apply(declared.get()).build();
        this.packedSchema = Schema.of(tableNames.get(), packed);
        this.itemDb = open("items", Schema.of(tableNames.get(), plain));
        this.items = itemDb.series(plain);
        this.packedDb = open("packed", packedSchema);
    }

    private Varve open(String owner, Schema schema) {
        return Varve.on(new ReopenedEngine(engine)).clock(clock).owner(owner).open(schema);
    }

    OpenSeries<E> items() {
        return items;
    }

    OpenSeries<E> packed() {
        return packedDb.series(packed);
    }

    void flush() {
        packed().seal();
    }

    /** Joins the blocks of past days. */
    void join() {
        PackedStore store = SeriesAccess.instance().packed(packed());
        if (store != null) {
            BlockingTable.await(store.joinAll());
        }
    }

    void tick() {
        PackedStore store = SeriesAccess.instance().packed(packed());
        if (store != null) {
            BlockingTable.await(store.tick());
        }
    }

    /** Packs all items of the second series; a first process ends in the middle. */
    void pack() {
        packedDb.close();
        packed = declared.get().packed(span).build();
        packedSchema = Schema.of(packedSchema.tables().get(0), packed);
        assertThatThrownBy(() -> packing().run(report -> {
                    throw new IllegalStateException("ended");
                }))
                .hasMessageContaining("ended");
        var unused = packing().run(report -> {});
        packedDb = open("packed", packedSchema);
    }

    private Packing packing() {
        return Varve.on(new ReopenedEngine(engine)).packing(packedSchema, packed);
    }

    /** Opens the packed series again without closing it: what is only in memory is lost. */
    void crash() {
        packedDb = open("packed", packedSchema);
    }

    void closeAndReopen() {
        packedDb.close();
        crash();
    }

    /** Makes a call on both series. */
    void same(String at, Function<OpenSeries<E>, @Nullable Object> call) {
        assertThat(result(packed(), call)).as(at).isEqualTo(result(items, call));
    }

    private static <E extends Record> @Nullable Object result(
            OpenSeries<E> series, Function<OpenSeries<E>, @Nullable Object> call) {
        try {
            return call.apply(series);
        } catch (VarveException e) {
            return e.code();
        }
    }

    void append(String at, E event) {
        same(at, series -> shown(series.append(event)));
    }

    void appendAll(String at, List<E> events) {
        same(
                at,
                series -> series.appendAll(events).entries().stream()
                        .map(entry -> entry.outcome() == null
                                ? Objects.requireNonNull(entry.error()).code()
                                : shown(entry.outcome()))
                        .toList());
    }

    private static String shown(Outcome<?> outcome) {
        String kind = outcome.getClass().getSimpleName() + " " + outcome.clock();
        return outcome instanceof Outcome.Conflict<?> conflict ? kind + " " + conflict.existing() : kind;
    }

    /** Reads a history in all ways. */
    void history(String at, int limit, Function<OpenSeries<E>, History<E>> query) {
        same(at, series -> query.apply(series).list());
        same(at, series -> query.apply(series).count());
        same(at, series -> query.apply(series).limit(limit).list());
        same(at, series -> pages(query.apply(series).limit(limit)));
    }

    private static <E extends Record> List<E> pages(History<E> history) {
        List<E> all = new ArrayList<>();
        PageToken next = null;
        do {
            HistoryPage<E> page = history.page(next);
            all.addAll(page.events());
            next = page.next();
        } while (next != null);
        return all;
    }

    /** Compares the rollup rows of these days, after all changes are worked in. */
    void rollups(String at, String device, String field) {
        itemDb.processing().catchUp(PATIENCE);
        packedDb.processing().catchUp(PATIENCE);
        Instant from = clock.instant().minus(Duration.ofDays(12)).truncatedTo(ChronoUnit.DAYS);
        Instant to = clock.instant().plus(Duration.ofDays(2)).truncatedTo(ChronoUnit.DAYS);
        same(
                at,
                series -> shown(
                        field, series.rollups(device).hourly().between(from, to).list()));
        same(
                at,
                series -> shown(
                        field, series.rollups(device).daily().between(from, to).list()));
    }

    private static List<String> shown(String field, List<RollupRow> rows) {
        return rows.stream()
                .filter(row -> row.count() > 0)
                .map(row -> "%s %s %s %s %s %s"
                        .formatted(
                                row.start(),
                                row.count(),
                                row.sum(field),
                                row.min(field),
                                row.max(field),
                                row.avg(field)))
                .toList();
    }

    /** Recounts the stored rows of the packed series. */
    void verify(String at, Duration back) {
        RollupReport report = packed().rollup()
                .verify(
                        new TimeRange(
                                clock.instant().minus(back), clock.instant().plus(Duration.ofDays(1))),
                        done -> {});
        assertThat(report.wrong()).as(at + " " + report).isZero();
    }
}
