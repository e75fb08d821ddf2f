package dev.varve.engine.dynamodb.internal.read;

import dev.varve.table.Capacity;
import dev.varve.table.Capacity.Units;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;

/** Reads the capacity that a response reports. */
public final class Capacities {

    private Capacities() {}

    public static Capacity ofRead(@Nullable ConsumedCapacity consumed) {
        return of(consumed, Units::reads);
    }

    public static Capacity ofWrite(@Nullable ConsumedCapacity consumed) {
        return of(consumed, Units::writes);
    }

    public static Capacity ofReads(List<ConsumedCapacity> consumed) {
        return consumed.stream().map(Capacities::ofRead).reduce(Capacity.NONE, Capacity::plus);
    }

    /** Returns the sum over all tables. Indexes of other tables are named {@code table.index}. */
    public static Capacity ofWrites(String ownTable, List<ConsumedCapacity> consumed) {
        return consumed.stream()
                .map(one -> one.tableName() == null || one.tableName().equals(ownTable)
                        ? ofWrite(one)
                        : ofWrite(one).qualified(one.tableName()))
                .reduce(Capacity.NONE, Capacity::plus);
    }

    private interface Kind {
        Units of(double units);
    }

    /** Returns the reported capacity. Services other than DynamoDB may report nothing. */
    private static Capacity of(@Nullable ConsumedCapacity consumed, Kind kind) {
        if (consumed == null) {
            return Capacity.NONE;
        }
        Map<String, Units> indexes = indexes(consumed, kind);
        if (consumed.table() != null) {
            return new Capacity(units(consumed.table(), kind), indexes);
        }
        return new Capacity(consumed.capacityUnits() == null ? Units.NONE : kind.of(consumed.capacityUnits()), indexes);
    }

    private static Map<String, Units> indexes(ConsumedCapacity consumed, Kind kind) {
        if (consumed.globalSecondaryIndexes().isEmpty()) {
            return Map.of();
        }
        Map<String, Units> indexes = new TreeMap<>();
        consumed.globalSecondaryIndexes().forEach((name, used) -> indexes.put(name, units(used, kind)));
        return indexes;
    }

    private static Units units(software.amazon.awssdk.services.dynamodb.model.Capacity used, Kind kind) {
        Double read = used.readCapacityUnits();
        Double write = used.writeCapacityUnits();
        if (read != null || write != null) {
            return new Units(read == null ? 0 : read, write == null ? 0 : write);
        }
        return used.capacityUnits() == null ? Units.NONE : kind.of(used.capacityUnits());
    }
}
