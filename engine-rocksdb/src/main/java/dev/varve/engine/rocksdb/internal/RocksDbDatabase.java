package dev.varve.engine.rocksdb.internal;

import dev.varve.engine.DiskSpace;
import dev.varve.engine.rocksdb.AuditReport;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.engine.rocksdb.internal.store.Disk;
import dev.varve.engine.rocksdb.internal.store.DiskReserve;
import dev.varve.engine.rocksdb.internal.store.KeyLocks;
import dev.varve.engine.rocksdb.internal.store.Store;
import dev.varve.engine.rocksdb.internal.store.WriteGate;
import dev.varve.engine.support.SchemaDrift;
import dev.varve.error.CorruptData;
import dev.varve.error.Rejected;
import dev.varve.feed.ChangeFeed;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One open directory: its store, its tables, and what they share. */
public final class RocksDbDatabase implements AutoCloseable {

    private static final Duration DISK_WATCH = Duration.ofSeconds(1);

    /** Calls that come while the database is opened again wait, so it does not wait longer than this for a long call. */
    private static final Duration REOPEN_PATIENCE = Duration.ofSeconds(1);

    private final RocksDbOptions options;
    private final Store store;
    private final Catalog catalog;
    private final WriteGate gate = new WriteGate();
    private final KeyLocks locks = new KeyLocks();
    private final RocksDbWrites writes = new RocksDbWrites(this);
    private final TransactionTokens tokens = new TransactionTokens(this);
    private final Map<String, RocksDbTable> open = new ConcurrentHashMap<>();
    private final ThreadLocal<Scratch> scratch = ThreadLocal.withInitial(Scratch::new);
    private final Background sweeper;
    private final Background diskWatch;
    /** Whether write buffers were written to files since the disk watch last saw enough free space, or the last sweep. */
    private volatile boolean flushed;
    /** Whether opening again has failed in a way that trying again does not help. */
    private boolean lost;

    private final String opening = Long.toHexString(new SplittableRandom().nextLong());

    private RocksDbDatabase(Store store, RocksDbOptions options, @Nullable Duration watchInterval) {
        this.options = options;
        this.store = store;
        this.catalog = new Catalog(store);
        this.sweeper = new Background("sweep", this::sweep, options.sweepInterval());
        this.diskWatch = new Background("disk-watch", this::watchDisk, watchInterval);
    }

    public static RocksDbDatabase open(Path directory, RocksDbOptions options) {
        return open(directory, options, Disk::of, DISK_WATCH);
    }

    /** Opens a database whose free space comes from this source and is watched this often; never for null. */
    public static RocksDbDatabase open(
            Path directory, RocksDbOptions options, Store.Disks disks, @Nullable Duration watchInterval) {
        Store store = Store.open(directory, options, disks);
        try {
            return new RocksDbDatabase(store, options, watchInterval);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /** Names this opening of the directory: its lock lets one process have it open at a time. */
    String opening() {
        return opening;
    }

    public WriteGate gate() {
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

    RocksDbWrites writes() {
        return writes;
    }

    TransactionTokens tokens() {
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
            StoredRows existing = catalog.find(name);
            return new RocksDbTable(this, existing == null ? catalog.create(schema) : existing);
        });
    }

    public List<String> drift(TableSchema schema) {
        StoredRows existing = catalog.find(schema.name());
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
                    "feed.not-kept", "table %s is declared without changes and has no change feed".formatted(name));
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
        for (StoredRows rows : catalog.all()) {
            gate.pass(() -> {
                new Trim(this, rows).run(options.changeLog(), options.changeReserve(), now);
                return true;
            });
        }
    }

    private void sweep() {
        sweepExpired();
        trimChanges();
        flushed = false;
    }

    /** Reads the free space of the disk, and opens the database again if its disk was full and has space now. */
    public void watchDisk() {
        DiskReserve reserve = store.reserve();
        reserve.look();
        if (!reserve.isRefusing()) {
            flushed = false;
        } else if (!flushed) {
            flushed = true;
            // The log gives back its space, and the next opening has nothing to write.
            gate.pass(() -> {
                store.flushIfRoom();
                return true;
            });
        }
        if (!lost && store.canBeMended()) {
            reopen();
        }
    }

    private void reopen() {
        try {
            gate.alone(REOPEN_PATIENCE, () -> {
                store.reopen();
                catalog.readAgain();
                store.mended();
            });
        } catch (CorruptData e) {
            lost = true;
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the free space of the disk as it was a moment ago. */
    public DiskSpace diskSpace() {
        return store.reserve().space();
    }

    public void backup(Path target) {
        gate.pass(() -> {
            store.backup(target);
            return true;
        });
    }

    public AuditReport audit() {
        return gate.pass(() -> new ConsistencyAudit(this).run());
    }

    @Override
    public void close() {
        sweeper.close();
        diskWatch.close();
        if (gate.close()) {
            store.close();
        }
    }
}
