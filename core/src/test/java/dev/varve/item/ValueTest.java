package dev.varve.item;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Year;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ValueTest {

    static Stream<Arguments> plainObjects() {
        return Stream.of(
                Arguments.of("text", new Value.Text("text"), ValueType.TEXT),
                Arguments.of((byte) 7, Num.of(7), ValueType.NUMBER),
                Arguments.of((short) 7, Num.of(7), ValueType.NUMBER),
                Arguments.of(7, Num.of(7), ValueType.NUMBER),
                Arguments.of(7L, Num.of(7), ValueType.NUMBER),
                Arguments.of(0.1f, Num.parse("0.1"), ValueType.NUMBER),
                Arguments.of(0.1, Num.parse("0.1"), ValueType.NUMBER),
                Arguments.of(new BigDecimal("1.50"), Num.of(1.5), ValueType.NUMBER),
                Arguments.of(BigInteger.TEN, Num.of(10), ValueType.NUMBER),
                Arguments.of(true, Value.of(true), ValueType.BOOL),
                Arguments.of(new byte[] {1}, Bytes.of((byte) 1), ValueType.BYTES),
                Arguments.of(Value.Null.NULL, Value.Null.NULL, ValueType.NULL),
                Arguments.of(Set.of("a"), new Value.TextSet(Set.of("a")), ValueType.TEXT_SET),
                Arguments.of(Set.of(1, 2.5), new Value.NumSet(Set.of(Num.of(1), Num.of(2.5))), ValueType.NUMBER_SET),
                Arguments.of(
                        Set.of(new byte[] {1}, Bytes.of((byte) 2)),
                        new Value.BytesSet(Set.of(Bytes.of((byte) 1), Bytes.of((byte) 2))),
                        ValueType.BYTES_SET),
                Arguments.of(List.of("a", 1), new Value.ListOf(List.of(Value.of("a"), Num.of(1))), ValueType.LIST),
                Arguments.of(Map.of("a", 1), new Value.MapOf(Map.of("a", Num.of(1))), ValueType.MAP));
    }

    @ParameterizedTest
    @MethodSource("plainObjects")
    void plainObjectsBecomeValues(Object object, Value value, ValueType type) {
        assertThat(Value.of(object)).isEqualTo(value).hasSameHashCodeAs(value);
        assertThat(value.type()).isEqualTo(type);
    }

    static Stream<Arguments> refused() {
        Map<Object, Object> numbered = new HashMap<>();
        numbered.put(1, "a");
        return Stream.of(
                Arguments.of(
                        null,
                        "item.value-null",
                        "null is not a value: leave the attribute out, or store" + " Value.Null.NULL"),
                Arguments.of(
                        Year.of(2026),
                        "item.value-type",
                        "a java.time.Year has no DynamoDB type: use text, number, boolean, bytes, list, map or set"),
                Arguments.of(
                        new AtomicLong(1),
                        "item.value-type",
                        "a java.util.concurrent.atomic.AtomicLong has no DynamoDB type:"
                                + " use text, number, boolean, bytes, list, map or set"),
                Arguments.of(
                        Float.NaN,
                        "item.number-not-finite",
                        "NaN is not a number DynamoDB can store: leave the attribute out instead"),
                Arguments.of(Set.of(), "item.set-empty", "DynamoDB has no empty set: leave the attribute out instead"),
                Arguments.of(
                        Set.of(true),
                        "item.set-type",
                        "a set of BOOL has no DynamoDB type: sets hold texts, numbers or bytes, not a mixture"),
                Arguments.of(
                        Set.of("a", 1),
                        "item.set-type",
                        "a set of TEXT and NUMBER has no DynamoDB type:"
                                + " sets hold texts, numbers or bytes, not a mixture"),
                Arguments.of(numbered, "item.map-key", "the keys of a map are texts, 1 is not"),
                Arguments.of(
                        Arrays.asList("a", null),
                        "item.value-null",
                        "null is not a value: leave the attribute out, or store Value.Null.NULL"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void objectsWithoutADynamoDbTypeAreRejected(Object object, String code, String message) {
        assertRejected(() -> Value.of(object), code, message);
    }

    static Stream<Arguments> sizes() {
        return Stream.of(
                Arguments.of("", 0),
                Arguments.of("€", 3),
                Arguments.of(true, 1),
                Arguments.of(Value.Null.NULL, 1),
                Arguments.of(Set.of("ab", "é"), 4),
                Arguments.of(Set.of(1, -123), 2 + 4),
                Arguments.of(Set.of(new byte[3]), 3),
                Arguments.of(List.of(), 3),
                Arguments.of(List.of("ab", 1), 3 + (1 + 2) + (1 + 2)),
                Arguments.of(Map.of(), 3),
                Arguments.of(Map.of("key", "ab"), 3 + 1 + 3 + 2),
                Arguments.of(List.of(List.of()), 3 + 1 + 3));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void sizesFollowDynamoDbsRules(Object object, int size) {
        assertThat(Value.of(object).size()).isEqualTo(size);
    }

    @Test
    void collectionsAreCopied() {
        List<Value> elements = new ArrayList<>(List.of(Value.of("a")));
        Value.ListOf list = new Value.ListOf(elements);
        elements.clear();

        assertThat(list.values()).containsExactly(Value.of("a"));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> list.values().clear());
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> new Value.MapOf(Map.of()).values().put("a", Value.of("b")));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> new Value.TextSet(Set.of("a")).values().clear());
    }

    @Test
    void setsAreEqualInAnyOrderAndNotation() {
        assertThat(Value.of(Set.of(150, 2))).isEqualTo(Value.of(Set.of(2.0, new BigDecimal("1.500e2"))));
        assertThat(Value.of(Set.of("a", "b"))).isNotEqualTo(Value.of(List.of("a", "b")));
    }

    @Test
    void textsSortByTheirBytes() {
        assertThat(Value.of("😀")).isGreaterThan(Value.of("\uFFFD"));
    }

    @Test
    void valuesPrintReadably() {
        assertThat(Value.of(Map.of("list", List.of("a", 1, true)))).hasToString("{list: [\"a\", 1, true]}");
        assertThat(Value.of(Set.of("b"))).hasToString("{\"b\"}");
        assertThat(Value.of(Set.of(2))).hasToString("{2}");
        assertThat(Value.of(Set.of(new byte[] {1}))).hasToString("{0x01}");
        assertThat(Value.Null.NULL).hasToString("null");
    }

    @Test
    void typesHaveDynamoDbsShortNames() {
        assertThat(ValueType.values())
                .extracting(ValueType::descriptor)
                .containsExactly("S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M");
    }
}
