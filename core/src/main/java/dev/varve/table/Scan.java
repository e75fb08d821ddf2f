package dev.varve.table;

import dev.varve.error.Rejected;
import org.jspecify.annotations.Nullable;

/**
 * Reads all items of a table or an index, or of one of several disjoint segments, in undefined order.
 *
 * @param index the index to read, or null for the table
 * @param limit the most items to return, counted after the filter; 0 for as many as one request examines
 * @param resume the token of an earlier page, or null for the beginning
 */
public record Scan(
        @Nullable String index,
        Condition filter,
        Segment segment,
        int limit,
        @Nullable PageToken resume,
        Consistency consistency,
        Select select)
        implements Request {

    /** One of {@code total} disjoint parts of a table. */
    public record Segment(int number, int total) {
        public Segment {
            if (total < 1 || total > Limits.MAX_SEGMENTS || number < 0 || number >= total) {
                throw new Rejected(
                        "scan.segment",
                        "segment %s of %s is invalid: segments are numbered from 0, and there are at most %s"
                                .formatted(number, total, Limits.MAX_SEGMENTS));
            }
        }
    }

    public Scan {
        Limits.requireNotNegative(limit);
    }

    /** Returns a scan of the whole table. */
    public static Scan all() {
        return new Scan(null, Condition.always(), new Segment(0, 1), 0, null, Consistency.EVENTUAL, Select.all());
    }

    /** Reads this index instead of the table. */
    public Scan on(String indexName) {
        return new Scan(indexName, filter, segment, limit, resume, consistency, select);
    }

    /** Reads one of several disjoint segments, so that several readers can share the work. */
    public Scan segment(int number, int total) {
        return new Scan(index, filter, new Segment(number, total), limit, resume, consistency, select);
    }

    /** Keeps only items that satisfy the condition; combines with an earlier filter. Filtered items are billed too. */
    public Scan where(Condition more) {
        return new Scan(index, filter.and(more), segment, limit, resume, consistency, select);
    }

    /** Limits the number of items in a page, counted after the filter; 0 means no limit. */
    public Scan limit(int max) {
        return new Scan(index, filter, segment, max, resume, consistency, select);
    }

    /** Resumes after an earlier page of the same scan; null starts from the beginning. */
    public Scan resume(@Nullable PageToken token) {
        return new Scan(index, filter, segment, limit, token, consistency, select);
    }

    /** Reads with strong consistency; not supported on indexes. */
    public Scan consistent() {
        return new Scan(index, filter, segment, limit, resume, Consistency.STRONG, select);
    }

    /** Returns only these attributes of each item. */
    public Scan select(String... names) {
        return select(Select.only(names));
    }

    /** Sets what is returned of each item. */
    public Scan select(Select what) {
        return new Scan(index, filter, segment, limit, resume, consistency, what);
    }

    /** Returns only the number of items. */
    public Scan countOnly() {
        return select(Select.count());
    }

    /** Returns a text that identifies this scan; a page token is valid for one such text. */
    public String identity() {
        return "scan %s %s %s/%s".formatted(index, filter, segment.number(), segment.total());
    }
}
