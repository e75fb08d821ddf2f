package dev.varve.rollup.internal;

import dev.varve.error.CorruptData;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.internal.Utf8;
import dev.varve.rollup.Group;
import dev.varve.rollup.Measure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes one row of events or of other rows; pure. */
public final class RowFold {

    /** Each character takes up to three bytes of a key, and a sort key has 1,024. */
    static final int MAX_GROUP_TEXT = 250;

    /** So large a row may get by what it says of groups: one that outgrows an item could not be written at all. */
    static final int MAX_ROW_BYTES = 200 * 1024;

    private final CompiledRollup form;
    private final List<Group> groups;
    private final Cells all;
    private final List<Portions> grouped = new ArrayList<>();

    private RowFold(CompiledRollup form, List<Group> groups) {
        this.form = form;
        this.groups = groups;
        this.all = new Cells(form.declared().measures());
        groups.forEach(group -> grouped.add(new Portions()));
    }

    /** Begins a row of one series, which also says what of it belongs to which groups. */
    public static RowFold ofSeries(CompiledRollup form) {
        return new RowFold(
                form,
                form.declared().groups().stream()
                        .filter(group -> group.field() != null)
                        .toList());
    }

    /** Begins a row of a group. */
    static RowFold ofGroup(CompiledRollup form) {
        return new RowFold(form, List.of());
    }

    /** Adds an event, its attributes named as its record has them stored. */
    public void add(Item event, Fields fields) {
        for (int i = 0; i < groups.size(); i++) {
            grouped.get(i).add(groupValue(event.value(fields.group(i))), event, fields);
        }
        all.add(event, fields);
    }

    /** Adds a row of a shorter length. */
    void merge(Item row) {
        for (int i = 0; i < groups.size(); i++) {
            Portions portions = grouped.get(i);
            portions.split();
            portions(row, groups.get(i), (value, portion) -> portions.of(value).merge(portion));
        }
        all.merge(row::value);
    }

    /** Adds what a row of one series says of one value of a group. */
    void merge(Function<String, @Nullable Value> portion) {
        all.merge(portion);
    }

    /** Tells what of a row belongs to which value of a group. */
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

    /** Returns the text events are grouped by, or null where there is none: no key holds an empty one. */
    static @Nullable String groupValue(@Nullable Value value) {
        String text = value instanceof Value.Text plain ? plain.value() : Objects.toString(value, "");
        return text.isEmpty() ? null : groupText(text);
    }

    /** Returns a text as groups know it: one that might be too long for a key ends with an ellipsis. */
    public static String groupText(String text) {
        return text.length() <= MAX_GROUP_TEXT ? text : Utf8.cut(text, MAX_GROUP_TEXT) + "…";
    }

    /** Returns the row, without its key and version. */
    public Item row() {
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

    /** Returns the portions that fit, the first by name, or null where none does. */
    private static @Nullable Value fitting(Value.MapOf portions, int most) {
        if (portions.size() <= most) {
            return portions;
        }
        Map<String, Value> fitting = new TreeMap<>();
        int size = 0;
        for (Map.Entry<String, Value> portion : new TreeMap<>(portions.values()).entrySet()) {
            size += Utf8.length(portion.getKey()) + 1 + portion.getValue().size();
            if (size > most) {
                break;
            }
            fitting.put(portion.getKey(), portion.getValue());
        }
        return fitting.isEmpty() ? null : new Value.MapOf(fitting);
    }

    /** The attributes of events that are looked at. */
    public record Fields(String clock, List<String> measured, List<String> grouped) {
        String group(int index) {
            return grouped.get(index);
        }

        static Fields of(CompiledRollup form) {
            return new Fields(
                    attribute(form, form.events().layout().clock()),
                    form.declared().measures().stream()
                            .map(measure -> attribute(form, measure.field()))
                            .toList(),
                    form.declared().groups().stream()
                            .map(Group::field)
                            .flatMap(Stream::ofNullable)
                            .map(field -> attribute(form, field))
                            .toList());
        }

        private static String attribute(CompiledRollup form, String field) {
            return form.events().mapping().component(field).attribute();
        }
    }

    /** What the events with each value of a group come to; measured apart only once they differ, which is seldom. */
    private final class Portions {

        private @Nullable String only;
        private boolean isSplit;
        private final Map<String, Cells> values = new TreeMap<>();

        /** Adds an event that is not among all yet. */
        void add(@Nullable String value, Item event, Fields fields) {
            if (!isSplit && all.count == 0) {
                only = value;
            }
            if (!isSplit && (value == null || !value.equals(only))) {
                split();
            }
            if (isSplit && value != null) {
                of(value).add(event, fields);
            }
        }

        /** Measures the values apart from here on. */
        void split() {
            if (!isSplit && only != null && all.count > 0) {
                Map<String, Value> before = new HashMap<>();
                all.write(before::put);
                of(only).merge(before::get);
            }
            isSplit = true;
        }

        Cells of(String value) {
            return values.computeIfAbsent(
                    value, first -> new Cells(form.declared().measures()));
        }

        /** Returns the one value all events have, or what those of each come to. */
        @Nullable
        Value tag() {
            if (!isSplit) {
                return only == null ? null : Value.of(only);
            }
            values.values().removeIf(cells -> cells.count == 0);
            if (values.isEmpty()) {
                return null;
            }
            Map.Entry<String, Cells> first = values.entrySet().iterator().next();
            if (values.size() == 1 && first.getValue().count == all.count) {
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

    /** The measures of one row, or of a part of it. */
    private static final class Cells {
        private long count;
        private final List<Measure.Accumulator> cells;

        Cells(List<Measure> measures) {
            cells = measures.stream().map(Measure::begin).toList();
        }

        void add(Item event, Fields fields) {
            count++;
            Value clock = event.value(fields.clock());
            for (int i = 0; i < cells.size(); i++) {
                Value value = event.value(fields.measured().get(i));
                if (value != null && clock != null) {
                    cells.get(i).add(value, clock);
                }
            }
        }

        void merge(Function<String, @Nullable Value> row) {
            count += row.apply(CompiledRollup.COUNT) instanceof Num number ? number.longValueExact() : 0;
            cells.forEach(cell -> cell.merge(row));
        }

        void write(BiConsumer<String, Value> row) {
            row.accept(CompiledRollup.COUNT, Num.of(count));
            cells.forEach(cell -> cell.write(row));
        }
    }
}
