package dev.varve.engine.support;

import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.table.Capacity;
import dev.varve.table.Condition;
import dev.varve.table.Condition.Operator;
import dev.varve.table.Consistency;
import dev.varve.table.KeyAttribute;
import dev.varve.table.Limits;
import dev.varve.table.Page;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.Select;
import dev.varve.table.SortCondition;
import dev.varve.table.TableSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Builds a page from the items that an engine finds, in order, starting after the position that the request resumes at.
 *
 * <p>The page is the one that DynamoDB would return for the requests of {@link PageReads}. Each request ends at its
 * item limit or after 1 MB, and is billed for the items it examined, including expired and filtered ones.
 */
public final class PageBuilder {

    /** How a page ends: at its item limit, or by size; the latter matters only if another item follows. */
    private enum End {
        OPEN,
        BY_COUNT,
        BY_SIZE,
        BY_SIZE_WITH_MORE
    }

    private final TableSchema schema;
    private final @Nullable String index;
    private final Condition filter;
    private final int limit;
    private final Consistency consistency;
    private final Select select;
    private final Instant now;
    private final Function<PagePosition, PageToken> tokens;
    private final Predicate<Item> isKnownLast;

    private final List<Item> items = new ArrayList<>();
    private int found;
    private int examined;
    private @Nullable Item lastExamined;
    private @Nullable Item lastReturned;

    private End end = End.OPEN;
    private int requests;
    private int requestLimit;
    private int requestExamined;
    private long requestBytes;
    private boolean requestIsSent = true;
    private double units;

    private PageBuilder(TableSchema schema, Query query, Instant now) {
        this.schema = schema;
        this.index = query.index();
        this.filter = query.filter();
        this.limit = query.limit();
        this.consistency = query.consistency();
        this.select = query.select();
        this.now = now;
        this.tokens = position -> position.token(schema, query);
        this.isKnownLast = item -> isKnownLast(schema, query, item);
        this.requestLimit = PageReads.examine(limit, 0, 0);
    }

    private PageBuilder(TableSchema schema, Scan scan, Instant now) {
        this.schema = schema;
        this.index = scan.index();
        this.filter = scan.filter();
        this.limit = scan.limit();
        this.consistency = scan.consistency();
        this.select = scan.select();
        this.now = now;
        this.tokens = position -> position.token(schema, scan);
        this.isKnownLast = item -> false;
        this.requestLimit = PageReads.examine(limit, 0, 0);
    }

    /** Starts the page of a query; items that have expired at {@code now} are skipped. */
    public static PageBuilder of(TableSchema schema, Query query, Instant now) {
        return new PageBuilder(schema, query, now);
    }

    /** Starts the page of a scan; items that have expired at {@code now} are skipped. */
    public static PageBuilder of(TableSchema schema, Scan scan, Instant now) {
        return new PageBuilder(schema, scan, now);
    }

    /** Returns whether the page accepts no more items. */
    public boolean isFull() {
        return end == End.BY_COUNT || end == End.BY_SIZE_WITH_MORE;
    }

    /** Adds the next item, as the table or the index stores it; returns false if the page has no room for it. */
    public boolean add(Item item) {
        if (end == End.BY_SIZE) {
            end = End.BY_SIZE_WITH_MORE;
            return false;
        }
        examined++;
        requestIsSent = true;
        requestExamined++;
        requestBytes += item.size();
        lastExamined = item;
        if (!schema.isExpired(item, now) && filter.test(item)) {
            take(item);
        }
        if (requestExamined == requestLimit) {
            endRequest();
            // DynamoDB does not check whether more items follow unless the key shows it: an unsatisfied limit takes
            // another request.
            boolean mayFollow = !isKnownLast.test(item);
            end = found >= limit && mayFollow ? End.BY_COUNT : End.OPEN;
            requestIsSent = end == End.OPEN && mayFollow;
        } else if (requestBytes >= Limits.MAX_PAGE_BYTES) {
            endRequest();
            end = limit == 0 || found >= limit ? End.BY_SIZE : End.OPEN;
            requestIsSent = false;
        }
        return true;
    }

    /**
     * Returns whether DynamoDB can tell from the key that no item of the query follows this one: the table has no sort
     * key, or the item is at the end of the range. DynamoDB does not do this for indexes, for an equality condition, or
     * for a sort key that equals its prefix.
     */
    private static boolean isKnownLast(TableSchema schema, Query query, Item item) {
        KeyAttribute sort = schema.key().sort();
        if (query.index() != null || sort == null) {
            return query.index() == null;
        }
        SortCondition range = query.sort();
        boolean hasBounds = range instanceof SortCondition.Between
                || (range instanceof SortCondition.Compare compare && compare.operator() != Operator.EQUAL);
        Value bound = query.order() == Query.Order.ASCENDING ? range.highest() : range.lowest();
        return hasBounds && bound != null && bound.equals(item.value(sort.name()));
    }

    private void take(Item item) {
        found++;
        if (limit == 0 || found <= limit) {
            lastReturned = item;
            if (select != Select.count()) {
                items.add(select.of(item));
            }
        }
    }

    private void endRequest() {
        units += Cost.readUnits(requestBytes, consistency);
        requests++;
        requestExamined = 0;
        requestBytes = 0;
        requestLimit = PageReads.examine(limit, Math.min(found, limit), requests);
    }

    /** Returns the page; call it when the page is full or the engine has no more items. */
    public Page build() {
        if (requestIsSent) {
            endRequest();
        }
        boolean cut = limit != 0 && found > limit;
        Item last = cut ? lastReturned : isFull() ? lastExamined : null;
        PageToken next = last == null ? null : tokens.apply(PagePosition.of(schema, index, last));
        Capacity.Units read = Capacity.Units.reads(units);
        return new Page(
                items,
                cut ? limit : found,
                examined,
                next,
                index == null ? Capacity.of(read) : Capacity.ofIndex(index, read));
    }
}
