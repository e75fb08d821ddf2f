package dev.varve.benchmarks.series;

import dev.varve.engine.ForwardingTable;
import dev.varve.table.Page;
import dev.varve.table.Query;
import dev.varve.table.Table;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Reads each page from another table once and then returns it from memory, so that only the reader's work is measured.
 */
final class PreparedTable extends ForwardingTable {

    private final Map<Query, CompletableFuture<Page>> pages = new HashMap<>();

    PreparedTable(Table source) {
        super(source);
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return pages.computeIfAbsent(query, delegate()::query);
    }
}
