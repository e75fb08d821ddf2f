package dev.varve.series.internal.packed;

import dev.varve.engine.ForwardingTable;
import dev.varve.error.Unavailable;
import dev.varve.item.Item;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.WriteResult;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** A table that refuses some puts. */
final class FailingTable extends ForwardingTable {

    private final Predicate<Item> fails;

    FailingTable(Table table, Predicate<Item> fails) {
        super(table);
        this.fails = fails;
    }

    @Override
    public CompletableFuture<WriteResult> put(Put put) {
        return fails.test(put.item())
                ? CompletableFuture.failedFuture(new Unavailable("test.down", "the table cannot be reached"))
                : super.put(put);
    }
}
