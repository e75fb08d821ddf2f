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
import dev.varve.table.Journal;
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

/** An open database: its store, its tables, and the resources they share. */
public final class RocksDbDatabase implements AutoCloseable {

    private static final Duration DISK_WATCH = Duration.ofSeconds(1);

    /** New calls wait while the database is being reopened, so reopening waits at most this long for a running call. */
    private static final Duration REOPEN_PATIENCE = Duration.ofSeconds(1);

    private final RocksDbOptions options;
    private final Store store;
    private final Catalog catalog;
    private final WriteGate gate = new WriteGate();
    private final KeyLocks locks = new KeyLocks();
    private final RocksDbWrites writes = new RocksDbWrites(this);
    private final TransactionTokens tokens = new TransactionTokens(this);
    private final Map<String, RocksDbTable> open = new ConcurrentHashMap<>();
    private final Map<JournalName, RocksDbJournal> journals = new ConcurrentHashMap<>();
    private final ThreadLocal<Scratch> scratch = ThreadLocal.withInitial(Scratch::new);
    private final Background sweeper;
    private final Background diskWatch;
    /** Whether write buffers were flushed since the disk last had enough free space, or since the last sweep. */
    private volatile boolean flushed;
    /** Whether reopening failed in a way that a retry cannot fix. */
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

    /** Opens a database that reads its free disk space from this source at this interval; null for never. */
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

    /** Returns a name that is unique to this opening of the directory. The lock lets one process open it at a time. */
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

    /** Opens a table, and creates it if there is none. Rejects a table that differs from its declaration. */
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

    private record JournalName(int tableId, String name) {}

    /** Returns the journal of this name of an open table, always the same one. */
    public Journal journal(String tableName, String name) {
        int tableId = table(tableName).number();
        return journals.computeIfAbsent(new JournalName(tableId, name), any -> new RocksDbJournal(this, tableId, name));
    }

    /** Removes expired items and expired transaction tokens; returns the number of items. */
    public long sweepExpired() {
        Instant now = now();
        Sweep sweep = new Sweep(this, now);
        boolean more = true;
        while (more) {
            // In steps, so that close() does not wait for a long sweep.
            more = gate.pass(sweep::step);
        }
        gate.pass(() -> {
            tokens.sweep(now);
            return true;
        });
        return sweep.removed();
    }

    /** Trims every table's change log to its limits. */
    public void trimChanges() {
        Instant now = now();
        for (StoredRows rows : catalog.all()) {
            gate.pass(() -> {
                new Trim(this, rows).run(options.changeLog(), options.changeReserve(), now);
                return true;
            });
        }
    }

    public void compact() {
        gate.pass(() -> {
            store.compact();
            return true;
        });
    }

    private void sweep() {
        sweepExpired();
        trimChanges();
        flushed = false;
    }

    /** Reads the free space of the disk, and reopens the database if the disk was full and has space now. */
    public void watchDisk() {
        DiskReserve reserve = store.reserve();
        reserve.look();
        if (!reserve.isRefusing()) {
            flushed = false;
        } else if (!flushed) {
            flushed = true;
            // Frees the space of the write-ahead log, and leaves the next opening nothing to write.
            gate.pass(() -> {
                store.flushIfRoom();
                return true;
            });
        }
        if (!lost && store.canReopen()) {
            reopen();
        }
    }

    private void reopen() {
        try {
            gate.alone(REOPEN_PATIENCE, () -> {
                store.reopen();
                catalog.readAgain();
                store.resumeWrites();
            });
        } catch (CorruptData e) {
            lost = true;
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the free space of the disk as it was last read. */
    public DiskSpace diskSpace() {
        return store.reserve().space();
    }

    public long syncs() {
        return store.syncs();
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
