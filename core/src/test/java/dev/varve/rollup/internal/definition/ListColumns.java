package dev.varve.rollup.internal.definition;

import dev.varve.item.Num;
import dev.varve.item.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One attribute of events, from a list of its values; an event without a value has null. */
record ListColumns(List<@Nullable Value> values, int firstClock) implements EventColumns {

    @Override
    public int size() {
        return values.size();
    }

    @Override
    public Value clock(int event) {
        return Num.of(firstClock + event);
    }

    /** Returns the columns as packed rows have them: one for each type, and one for each entry of maps and type. */
    @Override
    public List<EventColumn> columns(String attribute) {
        TreeMap<String, ListColumn> columns = new TreeMap<>();
        for (int event = 0; event < size(); event++) {
            if (values.get(event) instanceof Value.MapOf map) {
                for (var entry : map.values().entrySet()) {
                    put(columns, entry.getKey(), event, entry.getValue());
                }
            } else if (values.get(event) != null) {
                put(columns, null, event, values.get(event));
            }
        }
        return new ArrayList<>(columns.values());
    }

    private void put(TreeMap<String, ListColumn> columns, @Nullable String entry, int event, Value value) {
        EventColumn.Kind kind = !(value instanceof Num number)
                ? EventColumn.Kind.NOT_NUMBERS
                : isDouble(number) ? EventColumn.Kind.DOUBLES : EventColumn.Kind.DECIMALS;
        columns.computeIfAbsent(
                        entry + " " + kind, first -> new ListColumn(kind, entry, Arrays.asList(new Value[size()])))
                .values()
                .set(event, value);
    }

    private static boolean isDouble(Num number) {
        double nearest = number.doubleValue();
        return Double.isFinite(nearest) && Num.of(nearest).equals(number);
    }

    record ListColumn(Kind kind, @Nullable String entry, List<@Nullable Value> values) implements EventColumn {

        @Override
        public boolean has(int event) {
            return values.get(event) != null;
        }

        @Override
        public Value value(int event) {
            return values.get(event);
        }

        @Override
        public double number(int event) {
            return ((Num) values.get(event)).doubleValue();
        }

        @Override
        public @Nullable Summary summary() {
            return null;
        }
    }
}
