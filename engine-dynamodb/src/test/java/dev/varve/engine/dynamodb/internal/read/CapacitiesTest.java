package dev.varve.engine.dynamodb.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.table.Capacity;
import dev.varve.table.Capacity.Units;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;

class CapacitiesTest {

    private static software.amazon.awssdk.services.dynamodb.model.Capacity units(double units) {
        return software.amazon.awssdk.services.dynamodb.model.Capacity.builder()
                .capacityUnits(units)
                .build();
    }

    private static ConsumedCapacity consumed(String table, double units, double index) {
        return ConsumedCapacity.builder()
                .tableName(table)
                .capacityUnits(units + index)
                .table(units(units))
                .globalSecondaryIndexes(Map.of("gsi1", units(index)))
                .build();
    }

    @Test
    void tableAndIndexesAreSeparate() {
        assertThat(Capacities.ofRead(consumed("own", 1.5, 2)))
                .isEqualTo(new Capacity(Units.reads(1.5), Map.of("gsi1", Units.reads(2))));
        assertThat(Capacities.ofWrite(consumed("own", 1, 0))).isEqualTo(Capacity.of(Units.writes(1)));
    }

    @Test
    void indexesOfOtherTablesHaveTheTableName() {
        assertThat(Capacities.ofWrites("own", List.of(consumed("own", 2, 2), consumed("other", 4, 6))))
                .isEqualTo(
                        new Capacity(Units.writes(6), Map.of("gsi1", Units.writes(2), "other.gsi1", Units.writes(6))));
    }

    @Test
    void missingCapacityIsZero() {
        assertThat(Capacities.ofRead(null)).isEqualTo(Capacity.NONE);
        assertThat(Capacities.ofReads(List.of())).isEqualTo(Capacity.NONE);
        assertThat(Capacities.ofWrite(ConsumedCapacity.builder().build())).isEqualTo(Capacity.NONE);
    }

    @Test
    void totalIsTheTableIfNoPartsAreReported() {
        assertThat(Capacities.ofWrite(
                        ConsumedCapacity.builder().capacityUnits(3.0).build()))
                .isEqualTo(Capacity.of(Units.writes(3)));
    }

    @Test
    void repeatedTransactionReportsReads() {
        ConsumedCapacity replay = ConsumedCapacity.builder()
                .tableName("own")
                .capacityUnits(4.0)
                .table(table -> table.capacityUnits(4.0).readCapacityUnits(4.0))
                .build();
        assertThat(Capacities.ofWrites("own", List.of(replay))).isEqualTo(Capacity.of(Units.reads(4)));
    }
}
