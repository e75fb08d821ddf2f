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
 * Asks for the items of many partitions as one run, in the order of the steps and then of the sort keys. Each step of it
 * returns a new description; {@link #page}, {@link #stream}, {@link #list}, {@link #first} and {@link #count} carry it
 * out and wait for the answers.
 *
 * <p>Items with equal sort keys, which only an index has, come in the order of the shards. Not a snapshot: items written
 * meanwhile may or may not be seen, all others are seen once.
 */
public final class RangeQuery {

    /** How many items a page has unless a limit says otherwise. */
    public static final int DEFAULT_PAGE_ITEMS = 100;

    private final Table table;
    private final RangeSteps steps;
    private final int parallel;
    // A request to each partition, but for partition and sort bounds; its own partition is the identity of the range.
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
     * Asks for all items of the steps.
     *
     * @param identity what tells this range from others of the table; a page token belongs to one such text
     * @param parallel the most requests to have under way at a time
     */
    public static RangeQuery of(Table table, RangeSteps steps, String identity, int parallel) {
        if (parallel < 1) {
            throw new Rejected(
                    "range.parallel", "parallel is %s; at least one request must be allowed".formatted(parallel));
        }
        return new RangeQuery(table, steps, parallel, Query.of(identity), "", null);
    }

    /** Reads an index, whose keys the steps are of. */
    public RangeQuery on(String index) {
        return with(each.on(index));
    }

    /** Keeps only items the condition holds for; adds to an earlier filter. */
    public RangeQuery where(Condition more) {
        return with(each.where(more));
    }

    /**
     * Passes over items that a test of their keys refuses; adds to an earlier test. It runs here and not in the engine, and
     * sees at least the key attributes of the table and of the index that is read. A limit counts after it. The items are
     * billed, and {@link #count} fetches the keys.
     */
    public RangeQuery only(Predicate<Item> keys) {
        Predicate<Item> both = wanted == null ? keys : wanted.and(keys);
        return new RangeQuery(table, steps, parallel, each, note, both);
    }

    /** Reads the last step first, and the highest sort key first: the exact reverse. */
    public RangeQuery descending() {
        return with(each.descending());
    }

    /** Sees every write that was answered before; not on an index. */
    public RangeQuery consistent() {
        return with(each.consistent());
    }

    /** Returns at most so many items, counted after the filter; a page has so many. */
    public RangeQuery limit(int most) {
        if (most < 1) {
            throw new Rejected("range.limit", "limit %s is below 1; leave it out for no limit".formatted(most));
        }
        return with(each.limit(most));
    }

    /** Adds a short text to each page token, which {@link #noteOf} returns: what the next page must know beforehand. */
    public RangeQuery noting(String text) {
        return new RangeQuery(table, steps, parallel, each, text, wanted);
    }

    private RangeQuery with(Query changed) {
        return new RangeQuery(table, steps, parallel, changed, note, wanted);
    }

    /** Returns the note in a page token; the text may have been made by anybody. */
    public static String noteOf(PageToken token) {
        return ResumePoint.note(token);
    }

    /** Returns a page of at most so many items, after the one the token came with, or from the beginning. */
    public RangePage page(int limit, @Nullable PageToken resume) {
        return limit(limit).page(resume);
    }

    /** Returns the page after the one the token came with, or the first one; it is full unless the range ends. */
    public RangePage page(@Nullable PageToken resume) {
        return BlockingTable.await(pageAsync(resume));
    }

    /** Returns a page without waiting for it; the future fails with what {@link #page} throws. */
    public CompletableFuture<RangePage> pageAsync(@Nullable PageToken resume) {
        try {
            ResumePoint mark = resume == null ? null : ResumePoint.read(table.schema(), each, resume);
            int wanted = each.limit() == 0 ? DEFAULT_PAGE_ITEMS : each.limit();
            List<Item> items = new ArrayList<>();
            return new ItemDelivery<>(
                            new RangeReader(this, wanted, mark),
                            items::add,
                            reader -> new RangePage(items, reader.token(), reader.capacity()))
                    .start();
        } catch (VarveException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    /**
     * Hands the items over as they come, one at a time and in order, without waiting for them; completes with what they
     * cost after the last one. What fails in the consumer ends it.
     */
    public CompletableFuture<Capacity> forEachAsync(Consumer<Item> each) {
        try {
            long wanted = this.each.limit() == 0 ? PageSizes.ALL : this.each.limit();
            return new ItemDelivery<>(new RangeReader(this, wanted, null).eager(), each, RangeReader::capacity).start();
        } catch (VarveException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    /**
     * Returns the items as they are consumed, by one thread; what follows is read ahead meanwhile, within bounds. An
     * error is thrown when its place is reached. Close the stream to give up what is under way.
     */
    public Stream<Item> stream() {
        return RangeStream.of(new RangeReader(this, each.limit() == 0 ? PageSizes.ALL : each.limit(), null));
    }

    public List<Item> list() {
        List<Item> items = new ArrayList<>();
        BlockingTable.await(forEachAsync(items::add));
        return items;
    }

    public Optional<Item> first() {
        return BlockingTable.await(firstAsync());
    }

    /** Returns the first item without waiting for it. */
    public CompletableFuture<Optional<Item>> firstAsync() {
        return limit(1).pageAsync(null).thenApply(page -> page.items().stream().findFirst());
    }

    /** Returns how many items there are, without fetching more than their keys; at most the limit. */
    public long count() {
        return new RangeCount(this).run();
    }

    /** Returns what would be read and cost, without reading it: the least for all partitions, the most for a page each. */
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

    /** Returns the most items to return, 0 for all. */
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

    /** Returns what to read of one slice, without a limit. */
    Query query(PartitionSlice slice) {
        Query whole = Query.of(slice);
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

    /** Returns the test that items have to pass, or null where all do. */
    @Nullable
    Predicate<Item> wanted() {
        return wanted;
    }

    /** Returns what to read of one slice in order to count it. */
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

    /** Returns the name of the attribute that items are sorted by, null where a partition is one item. */
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

    PageToken token(ResumePoint mark) {
        return mark.token(table.schema(), each, note);
    }
}
