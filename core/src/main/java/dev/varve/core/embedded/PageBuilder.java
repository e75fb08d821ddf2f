package dev.varve.core.embedded;

import dev.varve.core.cost.Cost;
import dev.varve.core.cost.PagePlan;
import dev.varve.core.item.Item;
import dev.varve.core.table.Capacity;
import dev.varve.core.table.Condition;
import dev.varve.core.table.Consistency;
import dev.varve.core.table.Limits;
import dev.varve.core.table.Page;
import dev.varve.core.table.PageToken;
import dev.varve.core.table.Position;
import dev.varve.core.table.Query;
import dev.varve.core.table.Scan;
import dev.varve.core.table.Select;
import dev.varve.core.table.TableSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes a page of the items an engine finds, in order, beginning after the position the request resumes at.
 *
 * <p>A page is what DynamoDB would make of it with the requests of {@link PagePlan}: each ends after so many items or
 * after 1 MB and is billed for what it examined, expired and filtered items included.
 */
public final class PageBuilder {

    private final TableSchema schema;
    private final @Nullable String index;
    private final Condition filter;
    private final int limit;
    private final Consistency consistency;
    private final Select select;
    private final Instant now;
    private final Function<Position, PageToken> tokens;

    private final List<Item> items = new ArrayList<>();
    private int found;
    private int examined;
    private @Nullable Item lastExamined;
    private @Nullable Item lastReturned;

    private int requests;
    private int requestLimit;
    private int requestExamined;
    private long requestBytes;
    private double units;
    private boolean full;

    private PageBuilder(TableSchema schema, Query query, Instant now) {
        this.schema = schema;
        this.index = query.index();
        this.filter = query.filter();
        this.limit = query.limit();
        this.consistency = query.consistency();
        this.select = query.select();
        this.now = now;
        this.tokens = position -> position.token(schema, query);
        this.requestLimit = PagePlan.examine(limit, 0, 0);
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
        this.requestLimit = PagePlan.examine(limit, 0, 0);
    }

    public static PageBuilder of(TableSchema schema, Query query, Instant now) {
        return new PageBuilder(schema, query, now);
    }

    public static PageBuilder of(TableSchema schema, Scan scan, Instant now) {
        return new PageBuilder(schema, scan, now);
    }

    /** Returns whether the page takes no more items. */
    public boolean isFull() {
        return full;
    }

    /** Takes the next item, as the table or the index holds it. */
    public void add(Item item) {
        examined++;
        requestExamined++;
        requestBytes += item.size();
        lastExamined = item;
        if (!schema.isExpired(item, now) && filter.test(item)) {
            found++;
            if (limit == 0 || found <= limit) {
                lastReturned = item;
                if (select != Select.count()) {
                    items.add(select.of(item));
                }
            }
        }
        if (requestExamined == requestLimit || requestBytes >= Limits.MAX_PAGE_BYTES) {
            endRequest();
            full = limit == 0 || found >= limit;
            requestLimit = full ? 0 : PagePlan.examine(limit, found, requests);
        }
    }

    private void endRequest() {
        units += Cost.readUnits(requestBytes, consistency);
        requests++;
        requestExamined = 0;
        requestBytes = 0;
    }

    /** Returns the page: either it is full, or the engine has no more items. */
    public Page build() {
        if (!full) {
            endRequest();
        }
        boolean cut = limit != 0 && found > limit;
        Item last = cut ? lastReturned : full ? lastExamined : null;
        PageToken next = last == null ? null : tokens.apply(Position.of(schema, index, last));
        Capacity.Units read = Capacity.Units.reads(units);
        return new Page(
                items,
                cut ? limit : found,
                examined,
                next,
                index == null ? Capacity.of(read) : Capacity.ofIndex(index, read));
    }
}
