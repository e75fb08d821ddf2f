package dev.varve.series;

import dev.varve.table.Capacity;
import dev.varve.table.PageToken;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a history.
 *
 * @param events as many events as the limit allows; fewer only on the last page
 * @param next resumes after this page; null on the last page
 * @param capacity what reading the page consumed
 */
public record HistoryPage<E>(List<E> events, @Nullable PageToken next, Capacity capacity) {

    public HistoryPage {
        events = List.copyOf(events);
    }
}
