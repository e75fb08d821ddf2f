package dev.varve.rollup.internal.definition;

import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.item.internal.Utf8;
import dev.varve.rollup.Measure;
import dev.varve.rollup.Stat;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of every number in a map, under its name in the map: {@code avgTemperature} for the entry
 * {@code temperature}. The names need not be declared: each row lists its entries.
 *
 * <p>A row has at most 64 entries, the first ones by name, in any order of events and rows. An entry is left out
 * only if 64 others come before it, and then it is also left out of all rows computed from that row. An entry with a
 * name of more than 256 bytes is left out too, because each of its statistics repeats the name.
 */
public final class NumberMapMeasure implements Measure {

    /** With the default statistics, this many entries take about 8 KB of a row. */
    static final int MAX_ENTRIES = 64;

    static final int MAX_NAME_BYTES = 256;

    /** The statistics of the first names are kept, because each row needs them. */
    private static final int MAX_KNOWN_NAMES = 1_000;

    private final String field;
    private final Set<Stat> stats;
    private final String isCutOff;
    private final Map<String, FieldStats> entryStats = new ConcurrentHashMap<>();

    public NumberMapMeasure(String field, Set<Stat> stats) {
        this.field = field;
        this.stats = EnumSet.copyOf(stats);
        this.isCutOff = Stat.named("more", field);
    }

    @Override
    public String field() {
        return field;
    }

    @Override
    public boolean takes(ValueType type) {
        return type == ValueType.MAP;
    }

    /** Returns the attribute that lists the entries, and the one that is true if there were more. */
    @Override
    public List<String> attributes() {
        return List.of(field, isCutOff);
    }

    @Override
    public boolean mayWrite(String attribute) {
        return attribute.startsWith(Stat.sumOfSquares(""))
                ? stats.contains(Stat.STDDEV)
                : attributes().contains(attribute)
                        || stats.stream().anyMatch(stat -> attribute.startsWith(stat.of("")));
    }

    @Override
    public String definition() {
        return stats + " of the numbers in " + field;
    }

    @Override
    public Accumulator begin() {
        return new Entries();
    }

    @Override
    public List<String> unstorable(Function<String, @Nullable Value> row) {
        return row.apply(field) instanceof Value.TextSet names
                ? names.values().stream()
                        .sorted()
                        .flatMap(name -> entryStats(name).unstorable(row).stream())
                        .toList()
                : List.of();
    }

    /** Names that differ only in the case of their first letter have the same attributes, so they count as one. */
    private static String canonical(String name) {
        return Character.toLowerCase(Character.toUpperCase(name.charAt(0))) + name.substring(1);
    }

    /** Returns whether the attributes of an entry could be confused with those of another entry. */
    private boolean isAmbiguous(String name) {
        boolean hasClocks = stats.contains(Stat.FIRST) || stats.contains(Stat.LAST);
        return (hasClocks && name.endsWith("At")) || (stats.contains(Stat.STDDEV) && name.startsWith("squares"));
    }

    private FieldStats entryStats(String name) {
        FieldStats known = entryStats.get(name);
        if (known != null) {
            return known;
        }
        FieldStats added = new FieldStats(name, stats);
        if (entryStats.size() < MAX_KNOWN_NAMES) {
            entryStats.put(name, added);
        }
        return added;
    }

    private final class Entries implements ColumnAccumulator {

        private final TreeMap<String, FieldSums> entries = new TreeMap<>();
        // By the names in the events, before they are made canonical.
        private final Map<String, FieldSums> known = new HashMap<>();
        private boolean hasMore;

        @Override
        public void add(Value value, Value clock) {
            if (value instanceof Value.MapOf map) {
                map.values().forEach((name, each) -> {
                    if (each instanceof Num && !name.isEmpty()) {
                        add(name, each, clock);
                    }
                });
            }
        }

        @Override
        public boolean addAll(List<EventColumn> columns, EventRange range) {
            Map<String, EventColumn> names = new HashMap<>();
            for (EventColumn column : columns) {
                String entry = column.entry();
                if (entry == null || column.kind() == EventColumn.Kind.ANY) {
                    return false;
                }
                if (!entry.isEmpty()
                        && column.kind() != EventColumn.Kind.NOT_NUMBERS
                        && range.hasAny(column)
                        && names.put(canonical(entry), column) != null) {
                    // Two columns of one entry: the order of its events matters.
                    return false;
                }
            }
            names.forEach((name, column) -> {
                if (isLeftOut(name)) {
                    hasMore = true;
                } else {
                    entry(name).addColumn(column, range);
                }
            });
            return true;
        }

        private boolean isLeftOut(String canonical) {
            return isAmbiguous(canonical) || Utf8.length(canonical) > MAX_NAME_BYTES;
        }

        private void add(String name, Value value, Value clock) {
            FieldSums entry = known.get(name);
            if (entry != null) {
                entry.add(value, clock);
                return;
            }
            String canonical = canonical(name);
            if (isLeftOut(canonical)) {
                hasMore = true;
                return;
            }
            FieldSums added = entry(canonical);
            added.add(value, clock);
            if (entries.containsKey(canonical)) {
                known.put(name, added);
            }
        }

        private FieldSums entry(String name) {
            FieldSums found = entries.get(name);
            if (found != null) {
                return found;
            }
            FieldSums added = entryStats(name).sums();
            entries.put(name, added);
            if (entries.size() > MAX_ENTRIES) {
                // The removed entry may be the one just added.
                entries.pollLastEntry();
                known.clear();
                hasMore = true;
            }
            return added;
        }

        @Override
        public void merge(Function<String, @Nullable Value> row) {
            if (row.apply(field) instanceof Value.TextSet names) {
                names.values().forEach(name -> entry(name).merge(row));
            }
            hasMore |= Value.of(true).equals(row.apply(isCutOff));
        }

        @Override
        public void write(BiConsumer<String, Value> row) {
            writeNames(row);
            entries.values().forEach(entry -> entry.write(row));
        }

        @Override
        public void writeMergeable(BiConsumer<String, Value> row) {
            writeNames(row);
            entries.values().forEach(entry -> entry.writeMergeable(row));
        }

        private void writeNames(BiConsumer<String, Value> row) {
            if (!entries.isEmpty()) {
                row.accept(field, new Value.TextSet(entries.keySet()));
            }
            if (hasMore) {
                row.accept(isCutOff, Value.of(true));
            }
        }
    }
}
