package dev.varve.engine.rocksdb.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Bytes;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueOrder;
import dev.varve.item.ValueType;
import dev.varve.table.Key;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.RandomValues;
import dev.varve.testkit.random.Seeds;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Encoded keys sort as DynamoDB sorts the keys, and decode to the same keys. */
class KeyOrderTest {

    @ParameterizedTest
    @EnumSource(names = {"TEXT", "NUMBER", "BYTES"})
    void rowKeysSortByPartitionThenSortKey(ValueType type) {
        KeyLayout layout = KeyLayout.ofTable(7, keys(type, type));
        Seeds.run(20, seed -> {
            Draw draw = new Draw(seed);
            for (int i = 0; i < 500; i++) {
                Key a = new Key(value(draw, type), value(draw, type));
                Key b = new Key(draw.chance(50) ? a.partition() : value(draw, type), value(draw, type));
                assertThat(sign(Arrays.compareUnsigned(layout.row(a), layout.row(b))))
                        .as("%s and %s", a, b)
                        .isEqualTo(sign(order(a, b)));
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"TEXT", "NUMBER", "BYTES"})
    void entryKeysSortByIndexKeyThenRowKey(ValueType type) {
        KeyLayout layout = KeyLayout.ofIndex(8, keys(type, type), keys(ValueType.TEXT, type));
        Seeds.run(20, seed -> {
            Draw draw = new Draw(seed);
            for (int i = 0; i < 300; i++) {
                Key a = new Key(value(draw, type), value(draw, type));
                Key b = draw.chance(50) ? a : new Key(a.partition(), value(draw, type));
                Key rowA = new Key(value(draw, ValueType.TEXT), value(draw, type));
                Key rowB = new Key(value(draw, ValueType.TEXT), value(draw, type));
                int expected = order(a, b) != 0 ? order(a, b) : order(rowA, rowB);
                assertThat(sign(Arrays.compareUnsigned(layout.entry(a, rowA), layout.entry(b, rowB))))
                        .as("%s %s and %s %s", a, rowA, b, rowB)
                        .isEqualTo(sign(expected));
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"TEXT", "NUMBER", "BYTES"})
    void keysAreReadBack(ValueType type) {
        KeyLayout table = KeyLayout.ofTable(7, keys(type, type));
        KeyLayout index = KeyLayout.ofIndex(8, keys(type, type), keys(type, type));
        Seeds.run(20, seed -> {
            Draw draw = new Draw(seed);
            for (int i = 0; i < 300; i++) {
                Key row = new Key(value(draw, type), value(draw, type));
                Key target = new Key(value(draw, type), value(draw, type));
                Value[] two = new Value[2];
                table.read(new ByteReader(table.row(row)), two);
                assertThat(two).containsExactly(row.partition(), row.sort());
                Value[] four = new Value[4];
                index.read(new ByteReader(index.entry(target, row)), four);
                assertThat(four).containsExactly(target.partition(), target.sort(), row.partition(), row.sort());
            }
        });
    }

    @Test
    void noPartitionIsAPrefixOfAnother() {
        KeyLayout layout = KeyLayout.ofTable(7, keys(ValueType.BYTES, ValueType.BYTES));
        Seeds.run(20, seed -> {
            Draw draw = new Draw(seed);
            for (int i = 0; i < 500; i++) {
                byte[] a = layout.prefix(Bytes.wrap(few(draw)));
                byte[] b = layout.prefix(Bytes.wrap(few(draw)));
                if (!Arrays.equals(a, b)) {
                    assertThat(Arrays.equals(a, 0, Math.min(a.length, b.length), b, 0, Math.min(a.length, b.length)))
                            .isFalse();
                }
            }
        });
    }

    /** Texts without a sort part, and the longest numbers. */
    @Test
    void tablesWithoutSortKeyRoundTrip() {
        KeyLayout layout = KeyLayout.ofTable(3, new KeySchema(new KeyAttribute("id", ValueType.NUMBER), null));
        for (String text : new String[] {
            "0",
            "1",
            "-1",
            "99999999999999999999999999999999999999",
            "-99999999999999999999999999999999999999",
            "9.9999999999999999999999999999999999999E+125",
            "-9.9999999999999999999999999999999999999E+125",
            "1E-130",
            "-1E-130",
            "10",
            "100",
            "0.001",
            "123.456"
        }) {
            Value[] parts = new Value[1];
            layout.read(new ByteReader(layout.row(new Key(Num.parse(text), null))), parts);
            assertThat(parts[0]).isEqualTo(Num.parse(text));
        }
    }

    private static byte[] few(Draw draw) {
        byte[] bytes = new byte[draw.between(1, 4)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = draw.oneOf((byte) 0, (byte) 1, (byte) 0xFF, (byte) 'a');
        }
        return bytes;
    }

    private static Value value(Draw draw, ValueType type) {
        return switch (type) {
            case TEXT ->
                Value.of(draw.chance(50) ? RandomValues.text(draw) : draw.oneOf("a", "a\0", "a\0b", "a\1", "ab"));
            case NUMBER -> RandomValues.number(draw);
            default -> Bytes.wrap(few(draw));
        };
    }

    private static KeySchema keys(ValueType partition, ValueType sort) {
        return new KeySchema(new KeyAttribute("p" + partition, partition), new KeyAttribute("s" + sort, sort));
    }

    private static int order(Key a, Key b) {
        int order = ValueOrder.compareKeys(a.partition(), b.partition());
        return order != 0 ? order : ValueOrder.compareKeys(a.sort(), b.sort());
    }

    private static int sign(int order) {
        return Integer.signum(order);
    }
}
