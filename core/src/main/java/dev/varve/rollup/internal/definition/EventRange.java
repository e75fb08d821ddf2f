package dev.varve.rollup.internal.definition;

/** Some of the events of a set of columns: those from one index to another, exclusive. */
public record EventRange(EventColumns events, int from, int to) {

    public int size() {
        return to - from;
    }

    boolean isAll() {
        return from == 0 && to == events.size();
    }

    /** Returns whether some event has a value in a column. */
    boolean hasAny(EventColumn column) {
        return (isAll() && column.summary() != null) || first(column) < to;
    }

    /** Returns how many events have a value in a column. */
    int count(EventColumn column) {
        int count = 0;
        for (int event = from; event < to; event++) {
            count += column.has(event) ? 1 : 0;
        }
        return count;
    }

    /** Returns the first event with a value in a column; {@code to} if none has one. */
    int first(EventColumn column) {
        int event = from;
        while (event < to && !column.has(event)) {
            event++;
        }
        return event;
    }

    /** Returns the last event with a value in a column; some event must have one. */
    int last(EventColumn column) {
        int event = to - 1;
        while (!column.has(event)) {
            event--;
        }
        return event;
    }
}
