package dev.varve.entity;

import dev.varve.table.Capacity;
import dev.varve.table.PageToken;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of entities, or of the versions of one entity.
 *
 * @param records as many records as the limit allows; fewer only on the last page
 * @param next resumes after this page; null on the last page
 * @param capacity what reading the page consumed
 */
public record EntityPage<R extends Record>(
        List<R> records, @Nullable PageToken next, Capacity capacity) {

    public EntityPage {
        records = List.copyOf(records);
    }
}
