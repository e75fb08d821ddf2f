package dev.varve.server;

import dev.varve.Packing;
import dev.varve.Varve;
import dev.varve.analytics.Analytics;
import dev.varve.analytics.AnalyticsStore;
import dev.varve.engine.DiskSpace;
import dev.varve.engine.Engine;
import dev.varve.error.Rejected;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.Fleet;
import dev.varve.iot.FleetBuilder;
import dev.varve.iot.OpenFleet;
import dev.varve.key.Tick;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import dev.varve.series.AppendReport;
import dev.varve.series.ConflictPolicy;
import dev.varve.server.auth.SharedLinks;
import dev.varve.server.auth.TokenStore;
import dev.varve.server.channel.ChannelStore;
import dev.varve.server.channel.delivery.DeliveryStore;
import dev.varve.server.fleet.alert.RuleBook;
import dev.varve.server.ops.MeteredEngine;
import dev.varve.server.ops.Metrics;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The database of a server, in one table: a fleet, sites, rules and tokens. Closing it closes the engine. */
public final class ServerDatabase implements AutoCloseable {

    /** The codes that refuse items for a packed series, and packing for a series of items. */
    private static final Set<String> OTHER_LAYOUT = Set.of("series.packed-later", "schema.incompatible");

    private final Engine engine;
    private final String table;
    private final Varve db;
    private final OpenFleet<DynamicReading> fleet;
    private final AnalyticsStore analytics;
    private final TokenStore tokens;
    private final SharedLinks links;
    private final Metrics metrics;
    private final ReadingLayout layout;
    private final List<Consumer<DynamicReading>> whenAppended = new CopyOnWriteArrayList<>();

    private ServerDatabase(
            Engine engine, String table, Varve db, Fleet<DynamicReading> fleet, Metrics metrics, ReadingLayout layout) {
        this.engine = engine;
        this.metrics = metrics;
        this.table = table;
        this.layout = layout;
        this.db = db;
        this.fleet = fleet.on(db);
        this.analytics = AnalyticsStore.on(db).open();
        this.tokens = new TokenStore(db.entities(TokenStore.TOKENS), db.clock());
        this.links = new SharedLinks(db.entities(SharedLinks.LINKS), db.clock());
    }

    /** Opens the database in this table. If the table does not exist, it is created, with packed readings. */
    public static ServerDatabase open(Engine engine, String table) {
        return open(engine, table, ReadingLayout.PACKED);
    }

    /** Opens the database like {@link #open(Engine, String)}, with this clock, which must be the engine's. */
    public static ServerDatabase open(Engine engine, String table, InstantSource clock) {
        var unused = Varve.on(engine).clock(clock);
        return open(engine, table);
    }

    /** Opens the database in this table. A table with readings keeps their layout; any other gets the preferred one. */
    public static ServerDatabase open(Engine engine, String table, ReadingLayout preferred) {
        try {
            return openAs(engine, table, preferred);
        } catch (Rejected other) {
            if (!OTHER_LAYOUT.contains(other.code())) {
                throw other;
            }
            try {
                return openAs(engine, table, preferred.other());
            } catch (Rejected both) {
                // The table differs in something else.
                throw other;
            }
        }
    }

    /** Prepares to pack the readings of a table that stores them as items and that no server uses. */
    public static Packing packing(Engine engine, String table) {
        Fleet<DynamicReading> fleet = fleet(table, ReadingLayout.PACKED);
        return Varve.on(engine).packing(schema(table, fleet), fleet.readings());
    }

    private static ServerDatabase openAs(Engine engine, String table, ReadingLayout layout) {
        Fleet<DynamicReading> fleet = fleet(table, layout);
        Metrics metrics = new Metrics();
        try {
            Varve db = Varve.open(MeteredEngine.of(engine, metrics), schema(table, fleet));
            return new ServerDatabase(engine, table, db, fleet, metrics, layout);
        } catch (RuntimeException e) {
            metrics.close();
            throw e;
        }
    }

    /**
     * Clocks have nanoseconds, because InfluxDB's clients send them. Fields of one device and instant may arrive in several
     * parts; they become one reading.
     */
    private static Fleet<DynamicReading> fleet(String table, ReadingLayout layout) {
        FleetBuilder<DynamicReading> fleet = Fleet.of(DynamicReading.class)
                .table(table)
                .tick(Tick.NANOS)
                .onConflict(ConflictPolicy.MERGE)
                .registerUnknown()
                .deviations()
                .wholeFleet();
        return (layout == ReadingLayout.PACKED ? fleet.packed() : fleet).build();
    }

    private static Schema schema(String table, Fleet<DynamicReading> fleet) {
        return Schema.of(
                table,
                Stream.of(
                                fleet.declarations(),
                                Analytics.declarations(),
                                List.of(RuleBook.RULES, TokenStore.TOKENS, SharedLinks.LINKS, ChannelStore.CHANNELS),
                                DeliveryStore.declarations())
                        .flatMap(List::stream)
                        .toArray(Declaration[]::new));
    }

    /** Returns how readings are stored. */
    public ReadingLayout layout() {
        return layout;
    }

    public String table() {
        return table;
    }

    public Varve varve() {
        return db;
    }

    /** Returns the engine, for what only some engines can do. */
    public Engine engine() {
        return engine;
    }

    public OpenFleet<DynamicReading> fleet() {
        return fleet;
    }

    /**
     * Appends readings beside the HTTP API of a service on this database, which then shows them at once. A service does not
     * notice packed readings that are appended to the fleet itself until it reads the table again.
     */
    public AppendReport<DynamicReading> append(Collection<DynamicReading> readings) {
        AppendReport<DynamicReading> report = fleet.appendAll(readings);
        for (AppendReport.Entry<DynamicReading> entry : report.entries()) {
            if (entry.error() == null) {
                whenAppended.forEach(listener -> listener.accept(entry.event()));
            }
        }
        return report;
    }

    /** Registers a callback for each reading that {@link #append} stores from now on. */
    void whenAppended(Consumer<DynamicReading> listener) {
        whenAppended.add(listener);
    }

    public AnalyticsStore analytics() {
        return analytics;
    }

    public TokenStore tokens() {
        return tokens;
    }

    public SharedLinks links() {
        return links;
    }

    /** Returns the space on the engine's disk; empty if the engine has no disk. */
    public Optional<DiskSpace> diskSpace() {
        return engine.diskSpace();
    }

    /** Returns how many times the engine has waited for the disk, if it has one. */
    public OptionalLong syncs() {
        return engine.syncs();
    }

    /** Returns the metrics of the database. */
    public Metrics metrics() {
        return metrics;
    }

    @Override
    public void close() {
        analytics.close();
        db.close();
        metrics.close();
    }
}
