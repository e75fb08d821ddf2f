package dev.varve.series.internal.packed.read;

import dev.varve.engine.support.PagePosition;
import dev.varve.item.Item;
import dev.varve.series.internal.packed.block.BlockLayout;
import dev.varve.table.Key;
import dev.varve.table.Page;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One page of a query for events of which the earlier ones are items and the later ones packed. It is read as two queries, one
 * after the other. A token holds the position in the whole query, which tells in which of both it resumes.
 */
public final class SplitPage {

    /**
     * One of both queries.
     *
     * @param end the key of its last clock, in the order of the query
     */
    private record Side(Query query, Key end, Function<Query, CompletableFuture<Page>> read) {

        boolean has(PagePosition position) {
            return query.sort().test(Objects.requireNonNull(position.key().sort()));
        }
    }

    private final TableSchema schema;
    private final BlockLayout layout;
    private final Query query;
    private final BlockLayout.Selected selected;

    public SplitPage(TableSchema schema, BlockLayout layout, Query query, BlockLayout.Selected selected) {
        this.schema = schema;
        this.layout = layout;
        this.query = query;
        this.selected = selected;
    }

    public CompletableFuture<Page> read(
            Function<Query, CompletableFuture<Page>> items, Function<Query, CompletableFuture<Page>> packed) {
        PagePosition resumed = PagePosition.resumed(schema, query);
        Key lastItem = layout.eventKey(selected.identity(), layout.since() - 1);
        Key firstPacked = layout.eventKey(selected.identity(), layout.since());
        Side before = new Side(
                part(layout.eventKey(selected.identity(), selected.range().from()), lastItem), lastItem, items);
        Side after = new Side(
                part(
                        firstPacked,
                        layout.eventKey(selected.identity(), selected.range().to() - 1)),
                firstPacked,
                packed);
        boolean isAscending = query.order() == Query.Order.ASCENDING;
        Side first = isAscending ? before : after;
        Side second = isAscending ? after : before;
        if (resumed == null || (first.has(resumed) && !resumed.key().equals(first.end()))) {
            return first(first, second, resumed);
        }
        return page(second, second.has(resumed) ? resumed : null, query.limit());
    }

    private Query part(Key low, Key high) {
        return query.between(Objects.requireNonNull(low.sort()), Objects.requireNonNull(high.sort()));
    }

    private CompletableFuture<Page> first(Side first, Side second, @Nullable PagePosition resumed) {
        return page(first, resumed, query.limit()).thenCompose(page -> {
            if (page.next() != null) {
                return CompletableFuture.completedFuture(page);
            }
            if (query.limit() != 0 && page.count() >= query.limit()) {
                PageToken next = new PagePosition(first.end(), first.end()).token(schema, query);
                return CompletableFuture.completedFuture(
                        new Page(page.items(), page.count(), page.examined(), next, page.capacity()));
            }
            return page(second, null, query.limit() == 0 ? 0 : query.limit() - page.count())
                    .thenApply(rest -> joined(page, rest));
        });
    }

    /** Reads a page of one side; its token is one of the whole query. */
    private CompletableFuture<Page> page(Side side, @Nullable PagePosition after, int limit) {
        PageToken resume = after == null ? null : after.token(schema, side.query());
        return side.read().apply(side.query().limit(limit).resume(resume)).thenApply(page -> {
            PagePosition next = PagePosition.resumed(schema, side.query().resume(page.next()));
            return next == null
                    ? page
                    : new Page(page.items(), page.count(), page.examined(), next.token(schema, query), page.capacity());
        });
    }

    private static Page joined(Page one, Page other) {
        List<Item> items = new ArrayList<>(one.items());
        items.addAll(other.items());
        return new Page(
                items,
                one.count() + other.count(),
                one.examined() + other.examined(),
                other.next(),
                one.capacity().plus(other.capacity()));
    }
}
