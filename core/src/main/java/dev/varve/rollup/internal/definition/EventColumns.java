package dev.varve.rollup.internal.definition;

import dev.varve.item.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Events of one identity in ascending order of their clocks, column by column. */
public interface EventColumns {

    /** Returns the number of events. */
    int size();

    /** Returns the clock of an event, as its item holds it. */
    Value clock(int event);

    /**
     * Returns the columns with values of an attribute. There are several if its values are of several types, or if they are
     * maps: each entry is a column then.
     */
    List<EventColumn> columns(String attribute);

    /** Returns the value of an event in the columns of an attribute, or null if it has none. */
    static @Nullable Value value(List<EventColumn> columns, int event) {
        Value value = null;
        Map<String, Value> entries = null;
        for (EventColumn column : columns) {
            if (column.has(event)) {
                String entry = column.entry();
                if (entry == null) {
                    value = column.value(event);
                } else if (!entry.isEmpty()) {
                    entries = entries == null ? new HashMap<>() : entries;
                    entries.put(entry, column.value(event));
                }
            }
        }
        return entries == null ? value : new Value.MapOf(entries);
    }
}
