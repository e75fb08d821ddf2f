package dev.varve.engine.support;

/**
 * How many items each request of one page examines. A limit counts items after the filter, but DynamoDB's counts before
 * it, so a page may need several requests: the first asks for what is wanted, each further one for twice as much, so
 * that a selective filter takes few requests and a harmless one reads nothing in vain.
 */
public final class PageReads {

    /** No limit but the size of a page. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private PageReads() {}

    /**
     * Returns the most items the request examines, {@link #UNLIMITED} for no such bound.
     *
     * @param limit the items wanted in all, 0 for no limit
     * @param found the items found by the requests before
     * @param request the number of requests before
     */
    public static int examine(int limit, int found, int request) {
        if (limit == 0) {
            return UNLIMITED;
        }
        return (int) Math.min(UNLIMITED - 1, (long) (limit - found) << Math.min(request, 31));
    }
}
