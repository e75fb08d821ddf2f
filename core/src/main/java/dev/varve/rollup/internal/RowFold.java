package dev.varve.rollup.internal;

import dev.varve.error.CorruptData;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.item.internal.Utf8;
import dev.varve.rollup.Group;
import dev.varve.rollup.internal.definition.CompiledRollup;
import dev.varve.rollup.internal.definition.EventColumn;
import dev.varve.rollup.internal.definition.EventColumns;
import dev.varve.rollup.internal.definition.EventRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Computes one row from events or from other rows; pure. */
final class RowFold {

    /** Each character takes up to three bytes of a key, and a sort key has 1,024. */
    static final int MAX_GROUP_TEXT = 250;

    /** The size limit of a row with its group portions. A row larger than an item could not be written at all. */
    static final int MAX_ROW_BYTES = 200 * 1024;

    private final CompiledRollup compiled;
    private final List<Group> groups;
    private final RowCells all;
    private final List<Portions> grouped = new ArrayList<>();

    private RowFold(CompiledRollup compiled, List<Group> groups, RowCells all) {
        this.compiled = compiled;
        this.groups = groups;
        this.all = all;
        groups.forEach(group -> grouped.add(new Portions()));
    }

    /** Starts a row of one identity, which also holds the portions of its groups. */
    static RowFold ofSeries(CompiledRollup compiled) {
        return new RowFold(
                compiled,
                compiled.declared().groups().stream()
                        .filter(group -> group.field() != null)
                        .toList(),
                RowCells.ofSeries(compiled));
    }

    /** Starts a row that is shown and not stored, so that it needs no portions of groups. */
    static RowFold shown(CompiledRollup compiled) {
        return new RowFold(compiled, List.of(), RowCells.ofSeries(compiled));
    }

    /** Starts a row of a group. */
    static RowFold ofGroup(CompiledRollup compiled) {
        return new RowFold(compiled, List.of(), RowCells.ofGroup(compiled));
    }

    /** Adds an event, with its attributes named as stored. */
    void add(Item event, Fields fields) {
        for (int i = 0; i < groups.size(); i++) {
            grouped.get(i).add(groupValue(event.value(fields.group(i))), cells -> cells.add(event, fields));
        }
        all.add(event, fields);
    }

    /** Adds events column by column. */
    void add(EventColumns events, Fields fields) {
        List<GroupColumns> values = groups.isEmpty() ? List.of() : GroupColumns.of(events, fields.grouped());
        List<List<EventColumn>> measured =
                fields.measured().stream().map(events::columns).toList();
        for (int from = 0; from < events.size(); ) {
            int to = events.size();
            for (GroupColumns group : values) {
                to = Math.min(to, group.advance(from));
            }
            EventRange same = new EventRange(events, from, to);
            for (int i = 0; i < groups.size(); i++) {
                grouped.get(i).add(values.get(i).value(), cells -> cells.add(measured, same));
            }
            all.add(measured, same);
            from = to;
        }
    }

    /** Adds a row of a finer tier. */
    void merge(Item row) {
        for (int i = 0; i < groups.size(); i++) {
            Portions portions = grouped.get(i);
            portions.split();
            portions(row, groups.get(i), (value, portion) -> portions.of(value).merge(portion));
        }
        all.merge(row::value);
    }

    /** Adds the portion of an identity's row for one value of a group. */
    void merge(Function<String, @Nullable Value> portion) {
        all.merge(portion);
    }

    /** Passes each value of a group and its portion of the row to the consumer. */
    static void portions(Item row, Group group, BiConsumer<String, Function<String, @Nullable Value>> each) {
        if (group.field() == null) {
            each.accept("", row::value);
            return;
        }
        Value tag = row.value(CompiledRollup.tag(group));
        if (tag instanceof Value.Text only) {
            each.accept(only.value(), row::value);
        } else if (tag instanceof Value.MapOf several) {
            several.values().forEach((value, portion) -> {
                if (!(portion instanceof Value.MapOf cells)) {
                    throw new CorruptData(
                            "rollup.row", "a row has %s for the cells of group %s".formatted(portion, group.name()));
                }
                each.accept(value, cells.values()::get);
            });
        }
    }

    /**
     * Returns the text that events are grouped by, or null for none; an empty text counts as none, because keys cannot
     * hold it.
     */
    static @Nullable String groupValue(@Nullable Value value) {
        String text = value instanceof Value.Text plain ? plain.value() : Objects.toString(value, "");
        return text.isEmpty() ? null : groupText(text);
    }

    /** Returns a text as groups store it: one that might be too long for a key is cut and ends with an ellipsis. */
    static String groupText(String text) {
        return text.length() <= MAX_GROUP_TEXT ? text : Utf8.cut(text, MAX_GROUP_TEXT) + "…";
    }

    /** Returns the row, without its key and version. */
    Item row() {
        Item.Builder row = Item.builder();
        all.write(row::put);
        for (int i = 0; i < groups.size(); i++) {
            Value tag = grouped.get(i).tag();
            if (tag instanceof Value.MapOf several) {
                tag = fitting(several, MAX_ROW_BYTES - row.build().size());
            }
            if (tag != null) {
                row.put(CompiledRollup.tag(groups.get(i)), tag);
            }
        }
        return row.build();
    }

    /** Returns a row that gives the same result when it is merged. It may lack values that are derived from others. */
    Item mergeable() {
        List<@Nullable Value> tags = new ArrayList<>();
        grouped.forEach(portions -> tags.add(portions.tag()));
        if (tags.stream().anyMatch(Value.MapOf.class::isInstance)) {
            // The number of portions depends on the size of the whole row.
            return row();
        }
        Item.Builder row = Item.builder();
        all.writeMergeable(row::put);
        for (int i = 0; i < groups.size(); i++) {
            Value tag = tags.get(i);
            if (tag != null) {
                row.put(CompiledRollup.tag(groups.get(i)), tag);
            }
        }
        return row.build();
    }

    /** Returns the portions that fit, the first by name, or null if none fits. */
    private static @Nullable Value fitting(Value.MapOf portions, int limit) {
        if (portions.size() <= limit) {
            return portions;
        }
        Map<String, Value> fitting = new TreeMap<>();
        int size = 0;
        for (Map.Entry<String, Value> portion : new TreeMap<>(portions.values()).entrySet()) {
            size += Utf8.length(portion.getKey()) + 1 + portion.getValue().size();
            if (size > limit) {
                break;
            }
            fitting.put(portion.getKey(), portion.getValue());
        }
        return fitting.isEmpty() ? null : new Value.MapOf(fitting);
    }

    /** The attributes of events that rows are computed from. */
    record Fields(String clock, List<String> measured, List<String> grouped) {

        String group(int index) {
            return grouped.get(index);
        }

        static Fields of(CompiledRollup compiled) {
            return new Fields(
                    attribute(compiled, compiled.events().layout().clock()),
                    compiled.declared().measures().stream()
                            .map(measure -> attribute(compiled, measure.field()))
                            .toList(),
                    compiled.declared().groups().stream()
                            .map(Group::field)
                            .flatMap(Stream::ofNullable)
                            .map(field -> attribute(compiled, field))
                            .toList());
        }

        private static String attribute(CompiledRollup compiled, String field) {
            return compiled.events().mapping().attribute(field);
        }
    }

    /**
     * The portions of a row for each value of a group. Values are measured separately only once they differ, which is
     * rare.
     */
    private final class Portions {

        private @Nullable String only;
        private boolean isSplit;
        private final Map<String, RowCells> values = new TreeMap<>();

        /** Adds events of one value, or of none, that are not yet added to the whole row. */
        void add(@Nullable String value, Consumer<RowCells> events) {
            if (!isSplit && all.count() == 0) {
                only = value;
            }
            if (!isSplit && (value == null || !value.equals(only))) {
                split();
            }
            if (isSplit && value != null) {
                events.accept(of(value));
            }
        }

        /** Measures the values separately from here on. */
        void split() {
            if (!isSplit && only != null && all.count() > 0) {
                Map<String, Value> before = new HashMap<>();
                all.write(before::put);
                of(only).merge(before::get);
            }
            isSplit = true;
        }

        RowCells of(String value) {
            return values.computeIfAbsent(value, first -> RowCells.ofGroup(compiled));
        }

        /** Returns the single value that all events have, or the portions by value. */
        @Nullable
        Value tag() {
            if (!isSplit) {
                return only == null ? null : Value.of(only);
            }
            values.values().removeIf(cells -> cells.count() == 0);
            if (values.isEmpty()) {
                return null;
            }
            Map.Entry<String, RowCells> first = values.entrySet().iterator().next();
            if (values.size() == 1 && first.getValue().count() == all.count()) {
                return Value.of(first.getKey());
            }
            Map<String, Value> portions = new TreeMap<>();
            values.forEach((value, cells) -> {
                Map<String, Value> portion = new HashMap<>();
                cells.write(portion::put);
                portions.put(value, new Value.MapOf(portion));
            });
            return new Value.MapOf(portions);
        }
    }
}
