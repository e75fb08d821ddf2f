package dev.varve.benchmarks.cost;

import dev.varve.benchmarks.peers.Field;
import dev.varve.engine.Engine;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Update;
import java.util.List;

/**
 * Puts a reading and adds it to the counts and sums of its hour and its day, one update each. DynamoDB cannot keep
 * minima and maxima this way, so the rows have none.
 */
class Counters extends HandMadeTable {

    Counters(Engine engine) {
        super(engine);
    }

    @Override
    public void store(List<SensorReading> minute) {
        minute.forEach(reading -> table().put(Put.of(item(reading))));
    }

    @Override
    public final void keepRows(List<SensorReading> minute) {
        for (SensorReading reading : minute) {
            for (Key row : rows(reading)) {
                Update update = Update.of(row).increment("readingCount", 1);
                for (Field field : Field.values()) {
                    update = update.increment("sum_" + field.text(), reading.value(field));
                }
                table().update(update);
            }
        }
    }
}
