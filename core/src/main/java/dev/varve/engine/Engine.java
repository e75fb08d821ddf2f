package dev.varve.engine;

import dev.varve.table.Journal;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Stores tables: in memory, in a folder, or in DynamoDB. */
public interface Engine extends AutoCloseable {

    /**
     * Opens a table and creates it if it does not exist. Rejects a table that differs from its declaration, with the
     * differences. Opening a table twice returns the same table.
     */
    CompletableFuture<Table> open(TableSchema schema);

    /** Returns how the existing table differs from this declaration; empty if it does not differ or does not exist. */
    CompletableFuture<List<String>> drift(TableSchema schema);

    /**
     * Returns the clock of this engine. It decides when items and tokens expire, and dates changes. Databases on this
     * engine use the same clock. A decorator returns the clock of the engine it wraps.
     */
    InstantSource clock();

    /**
     * Returns the free space of the disk that this engine writes to; empty for an engine without a disk. Makes no
     * system call. A decorator returns the disk space of the engine it wraps.
     */
    default Optional<DiskSpace> diskSpace() {
        return Optional.empty();
    }

    /**
     * Returns how many times this engine has waited for the disk ({@code fsync}) to make writes durable; empty for an engine
     * without a disk. A decorator returns the count of the engine it wraps.
     */
    default OptionalLong syncs() {
        return OptionalLong.empty();
    }

    /**
     * Returns the journal of this name that belongs to a table, each time the same object; empty if the engine has none of its
     * own, and Varve keeps the journal in items of the table. The table must be open. A decorator returns the journal of the
     * engine it wraps; so Varve recognises a packed series that is open on the wrapped engine as well, and refuses it.
     */
    default Optional<Journal> journal(TableSchema schema, String name) {
        return Optional.empty();
    }

    /**
     * Returns an executor that runs a task after a short while: so long a record of a journal in a table waits for more
     * events, because each record is paid for. Empty if records are written at once, as by an engine with a journal of its
     * own. A decorator returns that of the engine it wraps.
     */
    default Optional<Executor> journalDelay() {
        return Optional.empty();
    }

    /** Releases the resources of this engine; its tables cannot be used afterwards. */
    @Override
    void close();
}
