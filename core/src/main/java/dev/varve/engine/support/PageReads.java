package dev.varve.engine.support;

/**
 * Chooses how many items each request of a page examines. Varve's limit counts items after the filter, DynamoDB's
 * before it, so a page may need several requests. The first examines as many items as are wanted; each further request
 * doubles that. A selective filter then takes few requests, and a filter that keeps most items reads little in vain.
 */
public final class PageReads {

    /** No limit other than the size of a page. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private PageReads() {}

    /**
     * Returns the most items that the request examines, or {@link #UNLIMITED}.
     *
     * @param limit the items wanted in total, 0 for no limit
     * @param found the items found by earlier requests
     * @param request the number of earlier requests
     */
    public static int examine(int limit, int found, int request) {
        if (limit == 0) {
            return UNLIMITED;
        }
        return (int) Math.min(UNLIMITED - 1, (long) (limit - found) << Math.min(request, 31));
    }
}
