package dev.varve.rollup.internal;

import dev.varve.rollup.internal.definition.EventColumn;
import dev.varve.rollup.internal.definition.EventColumns;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The values that events are grouped by, column by column. */
record GroupColumns(EventColumns events, List<EventColumn> columns) {

    static List<GroupColumns> of(EventColumns events, List<String> attributes) {
        return attributes.stream()
                .map(attribute -> new GroupColumns(events, events.columns(attribute)))
                .toList();
    }

    /** Returns the text that an event is grouped by, or null for none. */
    @Nullable
    String value(int event) {
        return RowFold.groupValue(EventColumns.value(columns, event));
    }

    /** Returns the first event after this one that is grouped by another text, or the number of events. */
    int endOfSame(int event) {
        if (columns.isEmpty()) {
            return events.size();
        }
        String value = value(event);
        int next = event + 1;
        while (next < events.size() && Objects.equals(value, value(next))) {
            next++;
        }
        return next;
    }
}
