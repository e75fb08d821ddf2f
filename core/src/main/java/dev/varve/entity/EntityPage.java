package dev.varve.entity;

import dev.varve.table.Capacity;
import dev.varve.table.PageToken;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of entities, or of the versions of one.
 *
 * @param records as many as were asked for, fewer only at the end
 * @param next resumes after this page, or null where the end was reached
 * @param capacity what the page used
 */
public record EntityPage<R extends Record>(
        List<R> records, @Nullable PageToken next, Capacity capacity) {

    public EntityPage {
        records = List.copyOf(records);
    }
}
