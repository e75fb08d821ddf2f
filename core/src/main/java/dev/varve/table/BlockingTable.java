package dev.varve.table;

import dev.varve.error.Unavailable;
import dev.varve.item.Item;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The blocking form of {@link Table}: the same operations, which return results and throw errors. */
public final class BlockingTable {

    private final Table table;

    BlockingTable(Table table) {
        this.table = table;
    }

    public TableSchema schema() {
        return table.schema();
    }

    /** Returns the asynchronous form of this table. */
    public Table async() {
        return table;
    }

    public Optional<Item> get(Key key) {
        return get(Get.of(key)).find();
    }

    public GetResult get(Get get) {
        return await(table.get(get));
    }

    public WriteResult put(Item item) {
        return put(Put.of(item));
    }

    public WriteResult put(Put put) {
        return await(table.put(put));
    }

    public WriteResult update(Update update) {
        return await(table.update(update));
    }

    public WriteResult delete(Key key) {
        return delete(Delete.of(key));
    }

    public WriteResult delete(Delete delete) {
        return await(table.delete(delete));
    }

    public Page query(Query query) {
        return await(table.query(query));
    }

    public Page scan(Scan scan) {
        return await(table.scan(scan));
    }

    public BatchGetResult batchGet(BatchGet batch) {
        return await(table.batchGet(batch));
    }

    public BatchWriteResult batchWrite(BatchWrite batch) {
        return await(table.batchWrite(batch));
    }

    public TransactGetResult transactGet(TransactGet transaction) {
        return await(table.transactGet(transaction));
    }

    public TransactResult transactWrite(TransactWrite transaction) {
        return await(table.transactWrite(transaction));
    }

    public Explanation explain(Request request) {
        return table.explain(request);
    }

    /** Returns the items of all pages, read page by page as the stream is consumed; a limit bounds each page. */
    public Stream<Item> stream(Query query) {
        return pages(token -> query(query.resume(token)));
    }

    /** Returns the items of all pages, read page by page as the stream is consumed; a limit bounds each page. */
    public Stream<Item> stream(Scan scan) {
        return pages(token -> scan(scan.resume(token)));
    }

    private static Stream<Item> pages(Function<@Nullable PageToken, Page> read) {
        Iterator<Page> pages = new Iterator<>() {
            private @Nullable Page last;

            @Override
            public boolean hasNext() {
                return last == null || !last.isLast();
            }

            @Override
            public Page next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                last = read.apply(last == null ? null : last.next());
                return last;
            }
        };
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(pages, Spliterator.ORDERED), false)
                .flatMap(page -> page.items().stream());
    }

    /** Waits for a future of a table; throws the error that it failed with. */
    public static <T> T await(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        } catch (CancellationException e) {
            throw new Unavailable("table.cancelled", "the request was cancelled before its response arrived", e);
        }
    }
}
