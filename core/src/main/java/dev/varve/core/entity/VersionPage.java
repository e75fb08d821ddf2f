package dev.varve.core.entity;

import dev.varve.core.table.Capacity;
import dev.varve.core.table.PageToken;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some versions of an entity, the newest first.
 *
 * @param next resumes after this page, or null where the end was reached; a page may be empty and not the last
 */
public record VersionPage<R extends Record>(
        List<R> records, @Nullable PageToken next, Capacity capacity) {

    public VersionPage {
        records = List.copyOf(records);
    }
}
