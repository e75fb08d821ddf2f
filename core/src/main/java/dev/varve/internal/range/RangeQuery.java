package dev.varve.internal.range;

import dev.varve.engine.support.PagePosition;
import dev.varve.error.Rejected;
import dev.varve.error.VarveException;
import dev.varve.item.Item;
import dev.varve.key.internal.PartitionSlice;
import dev.varve.key.internal.RangeStep;
import dev.varve.table.BlockingTable;
import dev.varve.table.Capacity;
import dev.varve.table.Condition;
import dev.varve.table.Explanation;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.Query.Order;
import dev.varve.table.Select;
import dev.varve.table.Table;
import dev.varve.table.internal.LayoutKeys;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An immutable query over many partitions that returns one sequence, ordered by step and then by sort key.
 * {@link #page}, {@link #stream}, {@link #list}, {@link #first} and {@link #count} run it and wait for the responses.
 *
 * <p>Items with equal sort keys, which occur only in an index, are ordered by shard. The result is not a snapshot:
 * items written during the read may or may not be seen; all others are seen once.
 */
public final class RangeQuery {

    /** The number of items in a page without a limit. */
    static final int DEFAULT_PAGE_ITEMS = 100;

    private final Table table;
    private final RangeSteps steps;
    private final int parallel;
    // The request for each partition, without partition and sort bounds; its own partition is the identity of the
    // range.
    private final Query each;
    private final String note;
    private final @Nullable Predicate<Item> wanted;

    private RangeQuery(
            Table table, RangeSteps steps, int parallel, Query each, String note, @Nullable Predicate<Item> wanted) {
        this.table = table;
        this.steps = steps;
        this.parallel = parallel;
        this.each = each;
        this.note = note;
        this.wanted = wanted;
    }

    /**
     * Returns a query for all items of the steps.
     *
     * @param identity identifies this range among others of the table; a page token is valid for one identity
     * @param parallel the most pending requests
     */
    public static RangeQuery of(Table table, RangeSteps steps, String identity, int parallel) {
        if (parallel < 1) {
            throw new Rejected(
                    "range.parallel", "parallel is %s; at least one request must be allowed".formatted(parallel));
        }
        return new RangeQuery(table, steps, parallel, Query.of(identity), "", null);
    }

    /** Reads an index; the steps must be planned for its keys. */
    public RangeQuery on(String index) {
        return with(each.on(index));
    }

    /** Keeps only items that satisfy the condition; combines with an earlier filter. */
    public RangeQuery where(Condition more) {
        return with(each.where(more));
    }

    /**
     * Keeps only items whose keys pass the test; combines with an earlier test. The test runs on the client and sees at
     * least the key attributes of the table and of the index that is read. The limit counts items that pass. Items that
     * fail are billed too, and {@link #count} has to fetch the keys.
     */
    public RangeQuery only(Predicate<Item> keys) {
        Predicate<Item> both = wanted == null ? keys : wanted.and(keys);
        return new RangeQuery(table, steps, parallel, each, note, both);
    }

    /** Reverses the order: the last step first, and the highest sort key first. */
    public RangeQuery descending() {
        return with(each.descending());
    }

    /** Reads with strong consistency; not supported on an index. */
    public RangeQuery consistent() {
        return with(each.consistent());
    }

    /** Limits the number of items, counted after the filter; this is also the page size. */
    public RangeQuery limit(int max) {
        if (max < 1) {
            throw new Rejected("range.limit", "limit %s is below 1; leave it out for no limit".formatted(max));
        }
        return with(each.limit(max));
    }

    /** Adds a short text to each page token, for the reader of the next page; {@link #noteOf} returns it. */
    public RangeQuery noting(String text) {
        return new RangeQuery(table, steps, parallel, each, text, wanted);
    }

    private RangeQuery with(Query changed) {
        return new RangeQuery(table, steps, parallel, changed, note, wanted);
    }

    /** Returns the note in a page token. Do not trust it: a client can forge a token. */
    public static String noteOf(PageToken token) {
        return ResumePoint.note(token);
    }

    /** Returns a page of at most {@code limit} items: the page that the token resumes at, or the first. */
    public RangePage page(int limit, @Nullable PageToken resume) {
        return limit(limit).page(resume);
    }

    /** Returns the page that the token resumes at, or the first; it is full unless the range ends. */
    public RangePage page(@Nullable PageToken resume) {
        return BlockingTable.await(pageAsync(resume));
    }

    /** Returns a page asynchronously; the future fails with the error that {@link #page} throws. */
    public CompletableFuture<RangePage> pageAsync(@Nullable PageToken resume) {
        try {
            ResumePoint point = resume == null ? null : ResumePoint.read(table.schema(), each, resume);
            int wanted = each.limit() == 0 ? DEFAULT_PAGE_ITEMS : each.limit();
            List<Item> items = new ArrayList<>();
            return new ItemDelivery<>(
                            new RangeReader(this, wanted, point),
                            items::add,
                            reader -> new RangePage(items, reader.token(), reader.capacity()))
                    .start();
        } catch (VarveException rejected) {
            return CompletableFuture.failedFuture(rejected);
        }
    }

    /**
     * Passes the items to the consumer as they arrive, one at a time and in order. The future completes with the
     * consumed capacity after the last item, or with the first failure, also one of the consumer.
     */
    public CompletableFuture<Capacity> forEachAsync(Consumer<Item> each) {
        try {
            long wanted = this.each.limit() == 0 ? PageSizes.ALL : this.each.limit();
            return new ItemDelivery<>(new RangeReader(this, wanted, null).eager(), each, RangeReader::capacity).start();
        } catch (VarveException rejected) {
            return CompletableFuture.failedFuture(rejected);
        }
    }

    /**
     * Returns the items as a lazy stream for one thread; later items are prefetched within bounds. An error is thrown
     * when the stream reaches it. Close the stream to cancel pending requests.
     */
    public Stream<Item> stream() {
        return RangeStream.of(new RangeReader(this, each.limit() == 0 ? PageSizes.ALL : each.limit(), null));
    }

    List<Item> list() {
        List<Item> items = new ArrayList<>();
        BlockingTable.await(forEachAsync(items::add));
        return items;
    }

    public Optional<Item> first() {
        return BlockingTable.await(firstAsync());
    }

    /** Returns the first item asynchronously. */
    CompletableFuture<Optional<Item>> firstAsync() {
        return limit(1).pageAsync(null).thenApply(page -> page.items().stream().findFirst());
    }

    /** Returns the number of items, at most the limit; fetches at most their keys. */
    public long count() {
        return new RangeCount(this).run();
    }

    /** Explains the query without running it: the least cost, and the most for one page of each partition. */
    public Explanation explain() {
        return RangeExplain.of(this);
    }

    Table table() {
        return table;
    }

    int parallel() {
        return parallel;
    }

    Order order() {
        return each.order();
    }

    /** Returns the limit, or 0 for all items. */
    int limit() {
        return each.limit();
    }

    Iterator<RangeStep> steps(@Nullable ResumePoint resumed) {
        try {
            return resumed == null ? steps.in(order()) : steps.resumed(order(), resumed.ordinal());
        } catch (Rejected e) {
            throw resumed == null ? e : ResumePoint.foreign(e);
        }
    }

    /** Returns the query for one slice, without a limit. */
    Query query(PartitionSlice slice) {
        Query whole = LayoutKeys.query(slice);
        return new Query(
                each.index(),
                whole.partition(),
                whole.sort(),
                each.filter(),
                each.order(),
                0,
                null,
                each.consistency(),
                each.select());
    }

    /** Returns the test that items must pass, or null if there is none. */
    @Nullable
    Predicate<Item> wanted() {
        return wanted;
    }

    /** Returns the query that counts one slice. */
    Query counting(PartitionSlice slice) {
        Query query = query(slice).limit(limit());
        if (wanted == null) {
            return query.countOnly();
        }
        Set<String> names = new TreeSet<>(table.schema().key().names());
        if (each.index() != null) {
            names.addAll(table.schema().index(each.index()).key().names());
        }
        return query.select(new Select.Only(names));
    }

    SliceStart start(PartitionSlice slice, @Nullable ResumePoint after) {
        Query query = query(slice);
        return after == null ? SliceStart.of(query) : SliceStart.after(after, table.schema(), query, slice.shard());
    }

    /** Returns the attribute that items are sorted by, or null if there is no sort key. */
    @Nullable
    String sortAttribute() {
        KeySchema key = each.index() == null
                ? table.schema().key()
                : table.schema().index(each.index()).key();
        KeyAttribute sort = key.sort();
        return sort == null ? null : sort.name();
    }

    PagePosition position(Item item) {
        return PagePosition.of(table.schema(), each.index(), item);
    }

    PageToken token(ResumePoint point) {
        return point.token(table.schema(), each, note);
    }
}
