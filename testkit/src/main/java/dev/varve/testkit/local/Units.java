package dev.varve.testkit.local;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.Capacity;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;

/** Adjusts reported capacity. */
final class Units {

    private Units() {}

    static boolean areNone(@Nullable ConsumedCapacity reported) {
        return reported != null && reported.capacityUnits() != null && reported.capacityUnits() == 0;
    }

    /** Returns this many read units of the index, or of the table if no index is given. */
    static ConsumedCapacity read(@Nullable String index, ConsumedCapacity reported, double units) {
        ConsumedCapacity.Builder corrected = reported.toBuilder().capacityUnits(units);
        if (index == null) {
            return corrected.table(table -> table.capacityUnits(units)).build();
        }
        return corrected
                .table(table -> table.capacityUnits(0.0))
                .globalSecondaryIndexes(
                        Map.of(index, Capacity.builder().capacityUnits(units).build()))
                .build();
    }

    /** Returns the reported capacity plus this many units of the table. */
    static ConsumedCapacity plus(ConsumedCapacity reported, double units) {
        ConsumedCapacity.Builder corrected = reported.toBuilder().capacityUnits(reported.capacityUnits() + units);
        if (reported.table() != null) {
            corrected.table(table -> table.capacityUnits(reported.table().capacityUnits() + units));
        }
        return corrected.build();
    }

    /** Returns the reported capacity as read units. */
    static ConsumedCapacity asRead(ConsumedCapacity reported) {
        double units = reported.capacityUnits();
        ConsumedCapacity.Builder corrected = reported.toBuilder().readCapacityUnits(units);
        if (reported.table() != null) {
            corrected.table(table -> table.capacityUnits(units).readCapacityUnits(units));
        }
        return corrected.build();
    }
}
