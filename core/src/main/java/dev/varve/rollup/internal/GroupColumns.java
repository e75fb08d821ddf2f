package dev.varve.rollup.internal;

import dev.varve.rollup.internal.definition.EventColumn;
import dev.varve.rollup.internal.definition.EventColumns;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The values that events are grouped by, read in the order of the events: in stretches of equal values. */
final class GroupColumns {

    private final EventColumns events;
    private final List<EventColumn> columns;
    private @Nullable String value;
    // The end of the stretch of this value.
    private int end;

    private GroupColumns(EventColumns events, String attribute) {
        this.events = events;
        this.columns = events.columns(attribute);
    }

    static List<GroupColumns> of(EventColumns events, List<String> attributes) {
        return attributes.stream()
                .map(attribute -> new GroupColumns(events, attribute))
                .toList();
    }

    /** Moves to the stretch that begins with an event, or goes on with it; returns the end of the stretch. */
    int advance(int event) {
        if (event < end) {
            return end;
        }
        value = value(event);
        end = columns.isEmpty() ? events.size() : event + 1;
        while (end < events.size() && Objects.equals(value, value(end))) {
            end++;
        }
        return end;
    }

    private @Nullable String value(int event) {
        return RowFold.groupValue(EventColumns.value(columns, event));
    }

    /** Returns the text that the events of the stretch are grouped by, or null for none. */
    @Nullable
    String value() {
        return value;
    }
}
