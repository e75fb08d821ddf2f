package dev.varve.engine.dynamodb.internal.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ValueConversionTest {

    static List<Value> values() {
        return List.of(
                Value.of(""),
                Value.of("é😀"),
                Num.of(0),
                Num.parse("-1.5e-100"),
                Num.parse("1e125"),
                Value.of(true),
                Value.of(false),
                Value.Null.NULL,
                Bytes.of(),
                Bytes.of((byte) -1, (byte) 0),
                Value.of(Set.of("a", "b")),
                Value.of(Set.of(1, 2.5)),
                new Value.BytesSet(Set.of(Bytes.of((byte) 1))),
                new Value.ListOf(List.of()),
                Value.of(List.of(1, "a", List.of(true))),
                new Value.MapOf(Map.of()),
                Value.of(Map.of("a", 1, "b", Map.of("c", List.of()))));
    }

    @ParameterizedTest
    @MethodSource("values")
    void everyTypeIsReadBack(Value value) {
        assertThat(ValueConversion.read(ValueConversion.write(value))).isEqualTo(value);
    }

    @Test
    void numbersAreReadByValue() {
        assertThat(ValueConversion.read(AttributeValue.fromN("150"))).isEqualTo(Num.parse("1.500e2"));
        assertThat(ValueConversion.read(AttributeValue.fromN("0.000"))).isEqualTo(Num.of(0));
    }

    @Test
    void itemsAreReadBackAndWrittenInOneOrder() {
        Item item = Item.of("z", 1, "a", "x", "m", List.of(1));
        assertThat(ItemConversion.read(ItemConversion.write(item))).isEqualTo(item);
        assertThat(ItemConversion.write(item).keySet()).containsExactly("a", "m", "z");
        assertThat(ItemConversion.readIfAny(Map.of())).isNull();
    }
}
