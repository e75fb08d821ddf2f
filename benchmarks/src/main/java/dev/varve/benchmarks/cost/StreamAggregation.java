package dev.varve.benchmarks.cost;

import dev.varve.benchmarks.peers.Field;
import dev.varve.engine.Engine;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Update;
import java.util.List;
import java.util.function.DoubleBinaryOperator;

/**
 * Puts a reading; a function behind the table's stream reads the rows of its hour and its day and writes them again.
 * The stream and the function cost extra and are not counted.
 */
final class StreamAggregation extends HandMadeTable {

    StreamAggregation(Engine engine) {
        super(engine);
    }

    @Override
    public void store(List<SensorReading> minute) {
        minute.forEach(reading -> table().put(Put.of(item(reading))));
    }

    @Override
    public void keepRows(List<SensorReading> minute) {
        for (SensorReading reading : minute) {
            for (Key key : rows(reading)) {
                Item row = table().get(Get.of(key).consistent()).find().orElse(Item.empty());
                table().update(added(Update.of(key), row, reading));
            }
        }
    }

    private static Update added(Update update, Item row, SensorReading reading) {
        Update changed = update.increment("readingCount", 1);
        double count = number(row, "readingCount", 0) + 1;
        for (Field field : Field.values()) {
            double value = reading.value(field);
            double sum = number(row, "sum_" + field.text(), 0) + value;
            changed = changed.set("sum_" + field.text(), sum)
                    .set("avg_" + field.text(), sum / count)
                    .set("min_" + field.text(), extreme(row, "min_" + field.text(), value, Math::min))
                    .set("max_" + field.text(), extreme(row, "max_" + field.text(), value, Math::max));
        }
        return changed;
    }

    private static double extreme(Item row, String name, double value, DoubleBinaryOperator of) {
        return of.applyAsDouble(number(row, name, value), value);
    }

    private static double number(Item row, String name, double otherwise) {
        return row.find(name).map(value -> ((Num) value).doubleValue()).orElse(otherwise);
    }
}
