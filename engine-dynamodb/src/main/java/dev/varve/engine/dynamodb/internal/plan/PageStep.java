package dev.varve.engine.dynamodb.internal.plan;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The state of a page before its next request.
 *
 * @param limit the number of items of the whole page, 0 for those that one request examines
 * @param found the items that earlier requests found
 * @param number the number of earlier requests
 * @param after the key to start after, or null at the beginning
 */
public record PageStep(
        int limit, int found, int number, @Nullable Map<String, AttributeValue> after) {

    public static PageStep first(int limit, @Nullable Map<String, AttributeValue> after) {
        return new PageStep(limit, 0, 0, after);
    }

    public PageStep next(int foundInAll, Map<String, AttributeValue> lastExamined) {
        return new PageStep(limit, foundInAll, number + 1, lastExamined);
    }

    /** Returns whether the request may find more items than needed; only the first cannot. */
    boolean mayOvershoot() {
        return limit > 0 && number > 0;
    }
}
