package dev.varve.engine;

import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Where tables live: in memory, in a directory, or in DynamoDB. */
public interface Engine extends AutoCloseable {

    /**
     * Opens a table, creating it if there is none; refuses, with the differences named, a table that exists and is not as
     * declared. Opening a table twice returns the same table.
     */
    CompletableFuture<Table> open(TableSchema schema);

    /** Returns how the existing table differs from this declaration, changing nothing; empty if it does not or is absent. */
    CompletableFuture<List<String>> drift(TableSchema schema);

    /**
     * Returns the clock of this engine: items expire, tokens lapse and changes are dated by it. Databases on this engine
     * use the same clock. A decorator returns the clock of the engine it wraps.
     */
    InstantSource clock();

    /**
     * Returns the free space of the disk this engine writes to; empty for an engine that has no disk of its own. Costs no
     * system call. A decorator returns that of the engine it wraps.
     */
    default Optional<DiskSpace> diskSpace() {
        return Optional.empty();
    }

    /** Lets go of what the engine holds; its tables must not be used after it. */
    @Override
    void close();
}
