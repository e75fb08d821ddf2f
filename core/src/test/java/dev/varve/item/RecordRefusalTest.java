package dev.varve.item;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.varve.error.Rejected;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordRefusalTest {

    enum Status {
        ACTIVE,
        INACTIVE
    }

    record Numbers(byte small, short medium, int whole, long wide, float narrow, BigInteger big) {}

    private static final RecordMapping<Numbers> NUMBERS = RecordMapping.of(Numbers.class);
    private static final Item ONES = NUMBERS.toItem(new Numbers((byte) 1, (short) 1, 1, 1, 1, BigInteger.ONE));

    @ParameterizedTest
    @CsvSource({
        "small, 300, 'byte, -128 to 127: declare a wider type'",
        "small, -129, 'byte, -128 to 127: declare a wider type'",
        "medium, 32768, 'short, -32768 to 32767: declare a wider type'",
        "whole, 2147483648, 'int, -2147483648 to 2147483647: declare a wider type'",
        "wide, 9223372036854775808, 'long, -9223372036854775808 to 9223372036854775807: declare a wider type'",
        "wide, -9223372036854775809, 'long, -9223372036854775808 to 9223372036854775807: declare a wider type'",
        "wide, 1E+125, 'long, -9223372036854775808 to 9223372036854775807: declare a wider type'",
        "narrow, 1E+39, 'float, 1.4E-45 to 3.4028235E38: declare it double or BigDecimal'",
        "narrow, 1E-60, 'float, 1.4E-45 to 3.4028235E38: declare it double or BigDecimal'",
    })
    void aNumberThatDoesNotFitIsRejected(String component, String number, String limits) {
        assertRejected(
                () -> NUMBERS.fromItem(ONES.with(component, Num.parse(number))),
                "record.overflow",
                "record Numbers, component %1$s (attribute \"%1$s\"): NUMBER %2$s does not fit into %3$s"
                        .formatted(component, Num.parse(number), limits));
    }

    @ParameterizedTest
    @CsvSource({"small, byte", "medium, short", "whole, int", "wide, long", "big, BigInteger"})
    void aFractionIsRejectedForAWholeNumber(String component, String type) {
        assertRejected(
                () -> NUMBERS.fromItem(ONES.with(component, 1.5)),
                "record.fraction",
                "record Numbers, component %1$s (attribute \"%1$s\"): NUMBER 1.5 is not a whole number, but %2$s needs one: declare it double or BigDecimal"
                        .formatted(component, type));
    }

    @Test
    void limitsOfTheTypesFit() {
        Numbers least = new Numbers(
                Byte.MIN_VALUE,
                Short.MIN_VALUE,
                Integer.MIN_VALUE,
                Long.MIN_VALUE,
                Float.MIN_VALUE,
                BigInteger.TEN.pow(125));
        Numbers most = new Numbers(
                Byte.MAX_VALUE, Short.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE, Float.MAX_VALUE, BigInteger.ZERO);

        assertThat(NUMBERS.fromItem(NUMBERS.toItem(least))).isEqualTo(least);
        assertThat(NUMBERS.fromItem(NUMBERS.toItem(most))).isEqualTo(most);
        assertThat(NUMBERS.fromItem(ONES.with("wide", 1_000_000_000_000_000_000L))
                        .wide())
                .isEqualTo(1_000_000_000_000_000_000L);
    }

    record Floating(double part, float narrow, BigDecimal exact) {}

    @Test
    void numbersDynamoDbCannotHoldAreRejectedWithTheirComponent() {
        RecordMapping<Floating> mapping = RecordMapping.of(Floating.class);

        assertRejected(
                () -> mapping.toItem(new Floating(Double.NaN, 0, BigDecimal.ONE)),
                "item.number-not-finite",
                "record Floating, component part (attribute \"part\"): NaN is not a number DynamoDB can store:"
                        + " leave the attribute out instead");
        assertRejected(
                () -> mapping.toItem(new Floating(0, Float.NEGATIVE_INFINITY, BigDecimal.ONE)),
                "item.number-not-finite",
                "record Floating, component narrow (attribute \"narrow\"): -Infinity is not a number DynamoDB can store:"
                        + " leave the attribute out instead");
        assertRejected(
                () -> mapping.value(new Floating(1e-200, 0, BigDecimal.ONE), "part"),
                "item.number-magnitude",
                "record Floating, component part (attribute \"part\"): number 1E-200 is outside DynamoDB's range,"
                        + " 1E-130 to 9.99E+125: scale it or store it as text");
        assertThat(mapping.toItem(new Floating(-0.0, -0.0f, BigDecimal.ONE)).number("part"))
                .isEqualTo(Num.of(0));
    }

    @SuppressWarnings("ArrayRecordComponent") // Discouraged, but supported.
    record Typed(
            String text,
            boolean flag,
            byte[] data,
            Instant at,
            LocalDate day,
            UUID id,
            Status status,
            List<String> list,
            Set<String> set,
            Map<String, String> map,
            Num number,
            char letter) {}

    private static final RecordMapping<Typed> TYPED = RecordMapping.of(Typed.class);
    private static final Item GOOD = TYPED.toItem(new Typed(
            "a",
            true,
            new byte[0],
            Instant.EPOCH,
            LocalDate.EPOCH,
            new UUID(0, 0),
            Status.ACTIVE,
            List.of(),
            Set.of(),
            Map.of(),
            Num.of(1),
            'x'));

    @ParameterizedTest
    @CsvSource({
        "text, 'NUMBER 7 cannot be read as String: it needs TEXT'",
        "flag, 'NUMBER 7 cannot be read as boolean: it needs BOOL'",
        "data, 'NUMBER 7 cannot be read as byte[]: it needs BYTES'",
        "at, 'NUMBER 7 cannot be read as Instant: it needs TEXT'",
        "day, 'NUMBER 7 cannot be read as LocalDate: it needs TEXT'",
        "id, 'NUMBER 7 cannot be read as UUID: it needs TEXT'",
        "status, 'NUMBER 7 cannot be read as Status: it needs TEXT'",
        "list, 'NUMBER 7 cannot be read as List: it needs LIST'",
        "set, 'NUMBER 7 cannot be read as Set: it needs TEXT_SET'",
        "map, 'NUMBER 7 cannot be read as Map: it needs MAP'",
        "letter, 'NUMBER 7 cannot be read as char: it needs TEXT'",
    })
    void anotherTypeIsRejected(String component, String problem) {
        assertRejected(
                () -> TYPED.fromItem(GOOD.with(component, 7)),
                "record.type",
                "record Typed, component %1$s (attribute \"%1$s\"): %2$s".formatted(component, problem));
    }

    @ParameterizedTest
    @CsvSource({
        "day, 2026-02-30, LocalDate",
        "id, 1-1-1-1-1, UUID",
        "id, nonsense, UUID",
        "letter, ab, char",
    })
    void aTextThatIsNotOfTheTypeIsRejected(String component, String text, String type) {
        assertRejected(
                () -> TYPED.fromItem(GOOD.with(component, text)),
                "record.text",
                "record Typed, component %1$s (attribute \"%1$s\"): TEXT \"%2$s\" is not the text of a %3$s"
                        .formatted(component, text, type));
    }

    @Test
    void anUnknownEnumTextIsRejectedWithTheKnownOnes() {
        assertRejected(
                () -> TYPED.fromItem(GOOD.with("status", "active")),
                "record.enum",
                "record Typed, component status (attribute \"status\"): TEXT \"active\" is not a Status; the known"
                        + " texts are \"ACTIVE\", \"INACTIVE\"");
    }

    @Test
    void aLongValueIsAbbreviated() {
        assertRejected(
                () -> TYPED.fromItem(GOOD.with("flag", "x".repeat(1000))),
                "record.type",
                "record Typed, component flag (attribute \"flag\"): TEXT \"" + "x".repeat(59)
                        + "… cannot be read as boolean: it needs BOOL");
    }

    @Test
    void aValueOfAnotherKindIsRejected() {
        assertRejected(
                () -> TYPED.fromItem(GOOD.with("number", "7")),
                "record.type",
                "record Typed, component number (attribute \"number\"): TEXT \"7\" cannot be read as Num: it needs NUMBER");
    }

    @Test
    void datesThatWouldNotSortAreRejected() {
        record Day(LocalDate day) {}

        assertRejected(
                () -> RecordMapping.of(Day.class).toItem(new Day(LocalDate.of(10_000, 1, 1))),
                "record.date-range",
                "record Day, component day (attribute \"day\"): date +10000-01-01 is outside the years 0001 to 9999,"
                        + " whose texts sort like dates");
    }

    record Position(double latitude) {
        Position {
            if (Math.abs(latitude) > 90) {
                throw new IllegalArgumentException("latitude " + latitude + " is beyond the poles");
            }
        }
    }

    record Trip(Position start, Map<String, List<Position>> legs) {}

    @Test
    void theMessageNamesThePathToANestedValue() {
        RecordMapping<Trip> mapping = RecordMapping.of(
                Trip.class,
                RecordOptions.defaults()
                        .rename("legs", "l")
                        .nested(RecordMapping.of(
                                Position.class, RecordOptions.defaults().rename("latitude", "lat"))));
        Item good = mapping.toItem(new Trip(new Position(1), Map.of()));

        assertRejected(
                () -> mapping.fromItem(good.with(
                        "l", Map.of("day 1", List.of(Map.of("lat", 1), Map.of("lat", "north"))))),
                "record.type",
                "record Trip, component legs[day 1][1].latitude (attribute \"l[day 1][1].lat\"):"
                        + " TEXT \"north\" cannot be read as double: it needs NUMBER");
        assertRejected(
                () -> mapping.fromItem(good.with("start", Map.of())),
                "record.missing",
                "record Trip, component start.latitude (attribute \"start.lat\"): the item has no such attribute:"
                        + " write it, or declare the component Optional or @Nullable");
        assertRejected(
                () -> mapping.fromItem(good.with("start", 7)),
                "record.type",
                "record Trip, component start (attribute \"start\"): NUMBER 7 cannot be read as Position: it needs MAP");
    }

    @Test
    void exceptionOfTheConstructorIsExplained() {
        assertRejected(
                () -> RecordMapping.of(Position.class).fromItem(Item.of("latitude", 91)),
                "record.constructor",
                "record Position: Position cannot be created from these attributes:"
                        + " java.lang.IllegalArgumentException: latitude 91.0 is beyond the poles");
        assertRejected(
                () -> RecordMapping.of(Trip.class).fromItem(Item.of("start", Map.of("latitude", 91))),
                "record.constructor",
                "record Trip, component start (attribute \"start\"): Position cannot be created from these attributes:"
                        + " java.lang.IllegalArgumentException: latitude 91.0 is beyond the poles");
        assertThatExceptionOfType(Rejected.class)
                .isThrownBy(() -> RecordMapping.of(Position.class).fromItem(Item.of("latitude", 91)))
                .withCauseInstanceOf(IllegalArgumentException.class);
    }
}
