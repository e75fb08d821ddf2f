package dev.varve;

import dev.varve.alert.AlertStore;
import dev.varve.alert.Alerting;
import dev.varve.alert.internal.AlertAccess;
import dev.varve.engine.Engine;
import dev.varve.entity.Entity;
import dev.varve.entity.OpenEntities;
import dev.varve.entity.internal.EntityAccess;
import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.feed.FeedSource;
import dev.varve.item.ValueType;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import dev.varve.schema.internal.EngineSession;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.schema.internal.SchemaItem;
import dev.varve.series.OpenSeries;
import dev.varve.series.OpenTrackedSeries;
import dev.varve.series.Series;
import dev.varve.series.TrackedSeries;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.table.BlockingTable;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A database: the series and entities of a schema, open on an engine. Safe for many threads; open it once and keep it.
 *
 * <p>Several databases may be open on one engine. Each is closed by itself, and the last one closes the engine. An engine
 * and a decorator of it count as two engines: open all databases on the same one.
 *
 * <pre>{@code
 * try (Varve db = Varve.open(RocksDbEngine.open(directory), "telemetry", READINGS)) {
 *   db.series(READINGS).append(new Reading("sensor_01", now, 22.4));
 * }
 * }</pre>
 */
public final class Varve implements AutoCloseable {

    private final Engine engine;
    private final OpenSchema open;
    private final String owner;
    private final Map<Declaration, Object> handles = new ConcurrentHashMap<>();
    private @Nullable Processing processing;
    private volatile boolean closed;

    private Varve(Engine engine, OpenSchema open, String owner) {
        this.engine = engine;
        this.open = open;
        this.owner = owner;
    }

    /** Opens a database in one table, and creates the table if it does not exist. */
    public static Varve open(Engine engine, String table, Declaration... declarations) {
        return on(engine).open(table, declarations);
    }

    /** Opens a database, and creates its missing tables. */
    public static Varve open(Engine engine, Schema schema) {
        return on(engine).open(schema);
    }

    /** Returns the settings for opening a database on an engine. */
    public static Opening on(Engine engine) {
        return new Opening(engine);
    }

    /** The settings for opening a database. */
    public static final class Opening {

        /** The SDK's default is 50 connections: a single call leaves room for others. */
        private static final int DEFAULT_PARALLEL = 16;

        private final Engine engine;
        private int parallel = DEFAULT_PARALLEL;
        private String owner = "varve-" + Long.toHexString(new SplittableRandom().nextLong());

        private Opening(Engine engine) {
            this.engine = engine;
        }

        /**
         * Checks that the engine has this clock. A database always uses the clock of its engine; any other clock is
         * rejected ({@code db.two-clocks}). To use another clock, open the engine with it.
         */
        public Opening clock(InstantSource expected) {
            if (!isSame(engine.clock(), expected)) {
                throw new Rejected(
                        "db.two-clocks",
                        "the database is opened with the clock %s, but its engine has the clock %s, and items would expire"
                                        .formatted(expected, engine.clock())
                                + " by one clock and be dated by the other: open the engine with this clock and leave"
                                + " clock(…) out here");
            }
            return this;
        }

        /** Sets the number of parallel requests of one call; the default is 16. */
        public Opening parallel(int requests) {
            parallel = requests;
            return this;
        }

        /**
         * Names this process among those that may process the same tables; the default is random. A process that
         * restarts under its name need not wait for its old lease to end.
         */
        public Opening owner(String name) {
            owner = name;
            return this;
        }

        /**
         * Prepares to pack the stored items of a series.
         *
         * @param series the series as it is declared from now on: packed from the first event on
         */
        public Packing packing(Schema schema, Series<?> series) {
            return new Packing(engine, schema, series, parallel);
        }

        /** Opens a database in one table. */
        public Varve open(String table, Declaration... declarations) {
            return open(Schema.of(table, declarations));
        }

        /**
         * Opens the database, and creates its missing tables. Rejects tables that differ from the declarations, and
         * declarations that contradict the stored items; the engine stays open then. If a current record is declared for
         * events that are stored already, it is filled from them first, which takes a few requests for each identity. If
         * this is interrupted, the next opening resumes it.
         */
        public Varve open(Schema schema) {
            Map<String, Table> tables = new HashMap<>();
            for (TableSchema table : schema.tables()) {
                tables.put(table.name(), BlockingTable.await(engine.open(table)));
            }
            EngineSession session = EngineUsers.enter(engine, owner);
            try {
                OpenSchema open = new OpenSchema(schema, tables, engine.clock(), parallel, session);
                List<SchemaItem.Fill> fills = new ArrayList<>();
                for (Declaration declaration : schema.declarations()) {
                    BlockingTable.await(SchemaItem.record(open, declaration)).ifPresent(fills::add);
                }
                fills.forEach(fill -> complete(open, fill));
                return new Varve(engine, open, owner);
            } catch (RuntimeException | Error e) {
                // The engine stays open: its owner may open it with another declaration.
                EngineUsers.leave(engine);
                throw e;
            }
        }

        private static void complete(OpenSchema open, SchemaItem.Fill fill) {
            if (fill.declaration() instanceof TrackedSeries<?, ?> tracked) {
                SeriesAccess access = SeriesAccess.instance();
                BlockingTable.await(access.fillCurrent(access.openTracked(open, tracked), fill));
            }
        }
    }

    /** Returns a series of this database; one with a current record is an {@link OpenTrackedSeries}. */
    public <E extends Record> OpenSeries<E> series(Series<E> series) {
        return handle(series, own -> SeriesAccess.instance().open(open, own));
    }

    /** Returns a series of this database that has a current record. */
    public <E extends Record, C extends Record> OpenTrackedSeries<E, C> series(TrackedSeries<E, C> series) {
        return handle(series, own -> SeriesAccess.instance().openTracked(open, own));
    }

    /** Returns the entities of this database that one declaration describes. */
    public <R extends Record> OpenEntities<R> entities(Entity<R> entity) {
        return handle(entity, own -> EntityAccess.instance().open(open, own));
    }

    /** Returns the alerts and anomalies of this database that were declared together. */
    public AlertStore alerts(Alerting alerting) {
        requireOpen();
        return AlertAccess.instance().open(open, alerting);
    }

    @SuppressWarnings("unchecked") // A declaration is opened as what it is, in the methods above.
    private <D extends Declaration, H> H handle(D declaration, Function<D, H> opening) {
        requireOpen();
        D own = open.schema().declared(declaration);
        return (H) handles.computeIfAbsent(own, unopened -> opening.apply(own));
    }

    /**
     * Returns the background work that keeps rollups and fed current records up to date. {@link Processing#start} runs it
     * in the background, {@link Processing#catchUp} runs it now. {@link #close} stops it.
     */
    public synchronized Processing processing() {
        requireOpen();
        if (processing == null) {
            processing = newProcessing();
        }
        return processing;
    }

    private Processing newProcessing() {
        Table state = open.schema().tables().stream()
                .filter(table ->
                        table.key().sort() != null && table.key().sort().type() == ValueType.TEXT)
                .findFirst()
                .map(table -> open.table(table.name()))
                .orElseGet(() -> open.table(open.schema().tables().get(0).name()));
        Processing made = new Processing(engine instanceof FeedSource feeds ? feeds : null, state, open.clock(), owner);
        for (Declaration declaration : open.schema().declarations()) {
            if (declaration instanceof Series<?> series) {
                String table = open.schema().tableOf(declaration).name();
                SeriesAccess.instance().workers(series(series)).forEach(worker -> made.work(table, worker));
                PackedStore packed = SeriesAccess.instance().packed(series(series));
                if (packed != null) {
                    made.pack(table, series.name(), packed);
                }
            }
        }
        return made;
    }

    /** Begins a transaction. */
    public Transaction transact() {
        requireOpen();
        return new Transaction(open);
    }

    /** Returns the table of this name, for requests that the declarations do not cover. */
    public BlockingTable table(String name) {
        requireOpen();
        return open.table(name).blocking();
    }

    /** Returns the clock of the database, which is the engine's. */
    public InstantSource clock() {
        return open.clock();
    }

    /** Returns whether the database uses this clock; all system clocks count as the same. */
    public boolean hasClock(InstantSource clock) {
        return isSame(open.clock(), clock);
    }

    /** The system's clock has several classes, which are equal only with a zone. */
    private static boolean isSame(InstantSource one, InstantSource other) {
        return one.equals(other) || one.withZone(ZoneOffset.UTC).equals(other.withZone(ZoneOffset.UTC));
    }

    public Schema schema() {
        return open.schema();
    }

    private void requireOpen() {
        if (closed) {
            throw new Unavailable(
                    "db.closed", "the database is closed: open it again, and close it only after its last use");
        }
    }

    /**
     * Stops the background work, and closes the engine if no other database is open on it. A second call does nothing.
     */
    @Override
    public void close() {
        Processing running;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            running = processing;
        }
        try {
            if (running != null) {
                running.close();
            }
        } finally {
            if (EngineUsers.leave(engine)) {
                engine.close();
            }
        }
    }
}
