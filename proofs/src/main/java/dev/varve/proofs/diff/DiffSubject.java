package dev.varve.proofs.diff;

import dev.varve.engine.Engine;
import dev.varve.table.BatchGet;
import dev.varve.table.BatchWrite;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.Page;
import dev.varve.table.PageToken;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Request;
import dev.varve.table.Scan;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactGet;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An engine with the open tables of one run. */
final class DiffSubject {

    private final String name;
    private final List<Table> tables;

    private DiffSubject(String name, List<Table> tables) {
        this.name = name;
        this.tables = tables;
    }

    static DiffSubject open(String name, Engine engine, List<TableSchema> schemas) {
        return new DiffSubject(
                name, schemas.stream().map(schema -> engine.open(schema).join()).toList());
    }

    String name() {
        return name;
    }

    /** Returns whether this engine runs on DynamoDB Local. */
    boolean isDynamoDb() {
        return name.equals(Arena.DYNAMODB);
    }

    /** Returns the result, or throws the error of the request. */
    Object ask(int table, Request request) throws Throwable {
        try {
            return send(tables.get(table), request).join();
        } catch (CompletionException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private static CompletableFuture<?> send(Table table, Request request) {
        if (request instanceof Get get) {
            return table.get(get);
        } else if (request instanceof Put put) {
            return table.put(put);
        } else if (request instanceof Update update) {
            return table.update(update);
        } else if (request instanceof Delete delete) {
            return table.delete(delete);
        } else if (request instanceof Query query) {
            return table.query(query);
        } else if (request instanceof Scan scan) {
            return table.scan(scan);
        } else if (request instanceof BatchGet batch) {
            return table.batchGet(batch);
        } else if (request instanceof BatchWrite batch) {
            return table.batchWrite(batch);
        } else if (request instanceof TransactGet get) {
            return table.transactGet(get);
        } else if (request instanceof TransactWrite write) {
            return table.transactWrite(write);
        }
        throw new IllegalArgumentException("cannot be sent alone: " + request);
    }

    /** Returns all pages of a query or a scan from its beginning. */
    List<Page> drain(int table, Request request) throws Throwable {
        Function<@Nullable PageToken, Request> resumed =
                token -> request instanceof Query query ? query.resume(token) : ((Scan) request).resume(token);
        List<Page> pages = new ArrayList<>();
        PageToken token = null;
        do {
            Page page = (Page) ask(table, resumed.apply(token));
            pages.add(page);
            token = page.next();
        } while (token != null);
        return pages;
    }
}
