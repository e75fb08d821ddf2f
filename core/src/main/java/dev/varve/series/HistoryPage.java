package dev.varve.series;

import dev.varve.table.Capacity;
import dev.varve.table.PageToken;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a history.
 *
 * @param events as many as were asked for, fewer only at the end
 * @param next resumes after this page, or null where the end was reached
 * @param capacity what the page used
 */
public record HistoryPage<E>(List<E> events, @Nullable PageToken next, Capacity capacity) {

    public HistoryPage {
        events = List.copyOf(events);
    }
}
