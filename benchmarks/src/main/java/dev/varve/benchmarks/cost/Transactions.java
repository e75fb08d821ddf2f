package dev.varve.benchmarks.cost;

import dev.varve.benchmarks.peers.Field;
import dev.varve.engine.Engine;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import java.util.List;

/**
 * Puts a reading and updates the device's newest values in one transaction, if it is newer. This pattern has no rows,
 * so they are kept by counters.
 */
final class Transactions extends Counters {

    private static final String CURRENT = "CURRENT";

    Transactions(Engine engine) {
        super(engine);
    }

    @Override
    public void store(List<SensorReading> minute) {
        for (SensorReading reading : minute) {
            Update current = Update.of(current(reading.deviceId()))
                    .set("deviceId", reading.deviceId())
                    .set("timestamp", reading.at().toString());
            for (Field field : Field.values()) {
                current = current.set(field.text(), reading.value(field));
            }
            if (!table().transactWrite(TransactWrite.of(current.when(isNewer(reading)), Put.of(item(reading))))
                    .isCommitted()) {
                throw new IllegalStateException("%s was not stored".formatted(reading));
            }
        }
    }

    private static Key current(String device) {
        return Key.of(partition(device), CURRENT);
    }

    @Override
    public int latest(String device) {
        return table().get(Get.of(current(device))).find().isPresent() ? 1 : 0;
    }
}
