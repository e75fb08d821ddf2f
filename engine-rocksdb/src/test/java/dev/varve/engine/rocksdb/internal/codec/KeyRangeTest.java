package dev.varve.engine.rocksdb.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Bytes;
import dev.varve.item.Value;
import dev.varve.item.ValueOrder;
import dev.varve.item.ValueType;
import dev.varve.table.Key;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.Query;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.RandomValues;
import dev.varve.testkit.random.Seeds;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The range of a query contains exactly the keys that match its condition, on tables and on indexes. */
class KeyRangeTest {

    @ParameterizedTest
    @EnumSource(names = {"TEXT", "NUMBER", "BYTES"})
    void rangeContainsExactlyTheMatchingKeys(ValueType type) {
        KeySchema schema = new KeySchema(new KeyAttribute("p", ValueType.TEXT), new KeyAttribute("s", type));
        KeyLayout table = KeyLayout.ofTable(1, schema);
        KeyLayout index = KeyLayout.ofIndex(2, schema, schema);
        Seeds.run(20, seed -> {
            Draw draw = new Draw(seed);
            for (int i = 0; i < 500; i++) {
                Query query = query(draw, type);
                Key key = new Key(Value.of(draw.oneOf("a", "b", "a\0")), value(draw, type));
                boolean wanted = key.partition().equals(query.partition())
                        && query.sort().test(key.sort());
                assertThat(holds(table, query, table.row(key)))
                        .as("%s in %s", key, query)
                        .isEqualTo(wanted);
                assertThat(holds(index, query, entry(index, key, draw)))
                        .as("%s in %s on an index", key, query)
                        .isEqualTo(wanted);
            }
        });
    }

    private static Query query(Draw draw, ValueType type) {
        Query query = Query.of(draw.oneOf("a", "b"));
        Value value = value(draw, type);
        return switch (draw.below(type == ValueType.NUMBER ? 7 : 8)) {
            case 0 -> query;
            case 1 -> query.equalTo(value);
            case 2 -> query.after(value);
            case 3 -> query.before(value);
            case 4 -> query.from(value);
            case 5 -> query.upTo(value);
            case 6 -> between(query, value, value(draw, type));
            default -> query.beginsWith(value);
        };
    }

    private static Query between(Query query, Value a, Value b) {
        return ValueOrder.compareKeys(a, b) <= 0 ? query.between(a, b) : query.between(b, a);
    }

    private static boolean holds(KeyLayout layout, Query query, byte[] key) {
        KeyRange range = layout.range(layout.prefix(query.partition()), query, null);
        return Arrays.compareUnsigned(range.from(), key) <= 0 && Arrays.compareUnsigned(key, range.to()) < 0;
    }

    private static Value value(Draw draw, ValueType type) {
        return switch (type) {
            case TEXT -> Value.of(draw.oneOf("a", "a\0", "a\0b", "a\1", "ab", "b", "\uFFFF", "\uFFFF\uFFFF", "😀"));
            case NUMBER -> RandomValues.number(draw);
            default ->
                Bytes.of(draw.oneOf(
                        new byte[] {0},
                        new byte[] {0, 0},
                        new byte[] {0, (byte) 0xFF},
                        new byte[] {(byte) 0xFF},
                        new byte[] {(byte) 0xFF, 0},
                        new byte[] {(byte) 0xFF, (byte) 0xFF},
                        new byte[] {1}));
        };
    }

    private static byte[] entry(KeyLayout layout, Key key, Draw draw) {
        return layout.entry(key, new Key(Value.of(draw.oneOf("x", "\0", "\uFFFF")), key.sort()));
    }
}
