package dev.varve.engine.rocksdb.internal;

import dev.varve.core.Rejected;
import dev.varve.core.feed.ChangeFeed;
import dev.varve.core.table.SchemaDrift;
import dev.varve.core.table.Table;
import dev.varve.core.table.TableSchema;
import dev.varve.engine.rocksdb.AuditReport;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.engine.rocksdb.internal.store.Gate;
import dev.varve.engine.rocksdb.internal.store.KeyLocks;
import dev.varve.engine.rocksdb.internal.store.Store;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/** One open directory: its store, its tables, and what they share. */
public final class Database implements AutoCloseable {

    private final RocksDbOptions options;
    private final Store store;
    private final Catalog catalog;
    private final Gate gate = new Gate();
    private final KeyLocks locks = new KeyLocks();
    private final Writes writes = new Writes(this);
    private final Tokens tokens = new Tokens(this);
    private final Map<String, RocksDbTable> open = new ConcurrentHashMap<>();
    private final ThreadLocal<Scratch> scratch = ThreadLocal.withInitial(Scratch::new);
    private final Background background;
    private final String opening = Long.toHexString(new SplittableRandom().nextLong());

    private Database(Store store, RocksDbOptions options) {
        this.options = options;
        this.store = store;
        this.catalog = new Catalog(store);
        this.background = new Background(this::sweep, options.sweepInterval());
    }

    public static Database open(Path directory, RocksDbOptions options) {
        Store store = Store.open(directory, options);
        try {
            return new Database(store, options);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /** Names this opening of the directory: its lock lets one process have it open at a time. */
    String opening() {
        return opening;
    }

    public Gate gate() {
        return gate;
    }

    Store store() {
        return store;
    }

    Catalog catalog() {
        return catalog;
    }

    KeyLocks locks() {
        return locks;
    }

    Writes writes() {
        return writes;
    }

    Tokens tokens() {
        return tokens;
    }

    Scratch scratch() {
        return scratch.get();
    }

    public InstantSource clock() {
        return options.clock();
    }

    Instant now() {
        return options.clock().instant();
    }

    /** Opens a table, creating it if there is none; refuses one that is not as declared. */
    public synchronized Table openTable(TableSchema schema) {
        List<String> differences = drift(schema);
        if (!differences.isEmpty()) {
            throw new Rejected(
                    "table.drift",
                    "table %s is not as declared: %s".formatted(schema.name(), String.join("; ", differences)));
        }
        return open.computeIfAbsent(schema.name(), name -> {
            Rows existing = catalog.find(name);
            return new RocksDbTable(this, existing == null ? catalog.create(schema) : existing);
        });
    }

    public List<String> drift(TableSchema schema) {
        Rows existing = catalog.find(schema.name());
        return existing == null ? List.of() : SchemaDrift.between(schema, existing.schema());
    }

    RocksDbTable table(String name) {
        RocksDbTable table = open.get(name);
        if (table == null) {
            throw new Rejected("table.not-open", "table %s is not open on this engine: open it first".formatted(name));
        }
        return table;
    }

    public ChangeFeed changes(String name) {
        RocksDbTable table = table(name);
        if (table.schema().changes() == TableSchema.Changes.NOT_KEPT) {
            throw new Rejected(
                    "feed.not-kept", "table %s is declared without changes, so it has no feed".formatted(name));
        }
        return table.changes();
    }

    /** Removes expired items and lapsed tokens; returns the number of items. */
    public long sweepExpired() {
        Instant now = now();
        Sweep sweep = new Sweep(this, now);
        boolean more = true;
        while (more) {
            // In steps, so that closing does not wait for a long sweep.
            more = gate.pass(sweep::step);
        }
        gate.pass(() -> {
            tokens.sweep(now);
            return true;
        });
        return sweep.removed();
    }

    /** Cuts every table's changes to what is to be kept. */
    public void trimChanges() {
        Instant now = now();
        for (Rows rows : catalog.all()) {
            gate.pass(() -> {
                new Trim(this, rows).run(options.changeLog(), options.changeReserve(), now);
                return true;
            });
        }
    }

    private void sweep() {
        sweepExpired();
        trimChanges();
    }

    public void backup(Path target) {
        gate.pass(() -> {
            store.backup(target);
            return true;
        });
    }

    public AuditReport audit() {
        return gate.pass(() -> new Audit(this).run());
    }

    @Override
    public void close() {
        background.close();
        if (gate.close()) {
            store.close();
        }
    }
}
