package dev.varve.sketches;

import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.rollup.Measure;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.RollupRow.Kind;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Builds rows from values or from other rows, as a rollup does. */
final class TestRows {

    private static final Instant START = Instant.EPOCH;

    private TestRows() {}

    static RollupRow of(Measure measure, Stream<?> values) {
        Measure.Accumulator accumulator = measure.begin();
        values.forEach(value -> accumulator.add(Value.of(value), Value.of(0)));
        return row(accumulator, Kind.STORED);
    }

    static RollupRow merged(Measure measure, List<RollupRow> rows) {
        Measure.Accumulator accumulator = measure.begin();
        rows.forEach(row -> accumulator.merge(row.attributes()::value));
        return row(accumulator, Kind.STORED);
    }

    static RollupRow filled(RollupRow before) {
        return new RollupRow(START, START.plusSeconds(60), Kind.FILLED, before.attributes());
    }

    static RollupRow with(Measure measure, Value stored) {
        return new RollupRow(
                START,
                START.plusSeconds(60),
                Kind.STORED,
                Item.of(measure.attributes().get(0), stored));
    }

    static boolean isSame(Measure measure, RollupRow one, RollupRow other) {
        return measure.isSame(one.attributes()::value, other.attributes()::value);
    }

    static Stream<String> ids(String salt, int count) {
        return IntStream.range(0, count).mapToObj(i -> salt + i);
    }

    /** Returns the bytes of the sketches of a row. */
    static int size(RollupRow row) {
        return row.attributes().asMap().values().stream()
                .filter(value -> value instanceof Bytes)
                .mapToInt(Value::size)
                .sum();
    }

    private static RollupRow row(Measure.Accumulator accumulator, Kind kind) {
        Item.Builder item = Item.builder();
        accumulator.write(item::put);
        return new RollupRow(START, START.plusSeconds(60), kind, item.build());
    }
}
