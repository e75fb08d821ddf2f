package dev.varve.table;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** The capacity that a request consumed by DynamoDB's rules, for the table and each index. */
public record Capacity(Units table, Map<String, Units> indexes) {

    /** No capacity. */
    public static final Capacity NONE = new Capacity(Units.NONE, Map.of());

    /** Read and write units; an eventually consistent read costs half units. */
    public record Units(double read, double write) {

        public static final Units NONE = new Units(0, 0);

        public static Units reads(double units) {
            return new Units(units, 0);
        }

        public static Units writes(double units) {
            return new Units(0, units);
        }

        public Units plus(Units other) {
            return new Units(read + other.read, write + other.write);
        }

        public boolean isNone() {
            return read == 0 && write == 0;
        }
    }

    public Capacity {
        indexes = indexes.isEmpty() ? Map.of() : used(indexes);
    }

    private static Map<String, Units> used(Map<String, Units> indexes) {
        Map<String, Units> used = new TreeMap<>(indexes);
        used.values().removeIf(Units::isNone);
        return used.isEmpty() ? Map.of() : Collections.unmodifiableMap(used);
    }

    /** Returns capacity that only the table consumed. */
    public static Capacity of(Units table) {
        return new Capacity(table, Map.of());
    }

    /** Returns capacity that only an index consumed. */
    public static Capacity ofIndex(String index, Units units) {
        return new Capacity(Units.NONE, Map.of(index, units));
    }

    /** Returns the sum, per table and index. */
    public Capacity plus(Capacity other) {
        if (equals(NONE)) {
            return other;
        }
        if (indexes.isEmpty() && other.indexes.isEmpty()) {
            return new Capacity(table.plus(other.table), Map.of());
        }
        Map<String, Units> sum = new TreeMap<>(indexes);
        other.indexes.forEach((name, units) -> sum.merge(name, units, Units::plus));
        return new Capacity(table.plus(other.table), sum);
    }

    /** Returns this capacity with the indexes named {@code table.index}. */
    public Capacity qualified(String tableName) {
        Map<String, Units> named = new TreeMap<>();
        indexes.forEach((name, units) -> named.put(tableName + '.' + name, units));
        return new Capacity(table, named);
    }

    /** Returns the sum of the table's and the indexes' units. */
    public Units total() {
        return indexes.values().stream().reduce(table, Units::plus);
    }
}
