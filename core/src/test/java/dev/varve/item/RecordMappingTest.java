package dev.varve.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.internal.MappedComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordMappingTest {

    private static final Instant AT = Instant.parse("2026-04-20T14:00:00.250Z");

    enum Status {
        ACTIVE,
        INACTIVE
    }

    record Reading(String deviceId, Instant at, double temperature, int battery) {}

    @Test
    void aRecordBecomesAnItemAndBack() {
        RecordMapping<Reading> mapping = RecordMapping.of(Reading.class);
        Reading reading = new Reading("sensor_01", AT, 22.4, 87);

        Item item = mapping.toItem(reading);

        assertThat(item)
                .isEqualTo(Item.of(
                        "deviceId",
                        "sensor_01",
                        "at",
                        "2026-04-20T14:00:00.250000000Z",
                        "temperature",
                        22.4,
                        "battery",
                        87));
        assertThat(item.names()).isSorted();
        assertThat(mapping.fromItem(item)).isEqualTo(reading);
    }

    @Test
    void attributesWithoutAComponentAreIgnoredButAvailable() {
        RecordMapping<Reading> mapping = RecordMapping.of(Reading.class);
        Reading reading = new Reading("sensor_01", AT, 22.4, 87);
        Item stored = mapping.toItem(reading).with("a", 1).with("c", 2).with("z", 3);

        assertThat(mapping.fromItem(stored)).isEqualTo(reading);
        assertThat(mapping.others(stored)).isEqualTo(Item.of("a", 1, "c", 2, "z", 3));
    }

    @Test
    void someComponentsMakeAPatch() {
        RecordMapping<Reading> mapping =
                RecordMapping.of(Reading.class, RecordOptions.defaults().rename("battery", "b"));

        assertThat(mapping.toItem(new Reading("sensor_01", AT, 22.4, 87), Set.of("battery", "temperature")))
                .isEqualTo(Item.of("b", 87, "temperature", 22.4));
    }

    record Plain(
            byte aByte,
            short aShort,
            int anInt,
            long aLong,
            float aFloat,
            double aDouble,
            boolean aBoolean,
            char aChar,
            Byte boxedByte,
            Short boxedShort,
            Integer boxedInt,
            Long boxedLong,
            Float boxedFloat,
            Double boxedDouble,
            Boolean boxedBoolean,
            Character boxedChar) {}

    @Test
    void primitivesAndTheirBoxes() {
        Plain plain = new Plain(
                (byte) -128,
                (short) 7,
                870,
                Long.MIN_VALUE,
                0.1f,
                -0.1,
                true,
                'é',
                (byte) 1,
                (short) 2,
                3,
                4L,
                5f,
                6d,
                false,
                'x');
        RecordMapping<Plain> mapping = RecordMapping.of(Plain.class);

        Item item = mapping.toItem(plain);

        assertThat(mapping.fromItem(item)).isEqualTo(plain);
        assertThat(item.number("aFloat")).isEqualTo(Num.parse("0.1"));
        assertThat(item.number("aLong")).isEqualTo(Num.parse("-9223372036854775808"));
        assertThat(item.value("aBoolean")).isEqualTo(Value.of(true));
        assertThat(item.text("aChar")).isEqualTo("é");
    }

    record Others(
            BigDecimal amount,
            BigInteger count,
            Duration age,
            LocalDate day,
            Status status,
            UUID id,
            Value any,
            Num number,
            Bytes bytes,
            Item item) {}

    @Test
    void plainTypesOfTheJdkAndOfVarve() {
        Others others = new Others(
                new BigDecimal("123456789012345678901234567890.12345678"),
                new BigInteger("12300000000000000000000"),
                Duration.ofSeconds(5400, 1),
                LocalDate.of(2026, 4, 20),
                Status.ACTIVE,
                UUID.fromString("0189cd41-0000-7000-8000-000000000001"),
                Value.Null.NULL,
                Num.of(1),
                Bytes.of((byte) 1),
                Item.of("a", 1));
        RecordMapping<Others> mapping = RecordMapping.of(Others.class);

        Item item = mapping.toItem(others);

        assertThat(mapping.fromItem(item)).isEqualTo(others);
        assertThat(item.text("age")).isEqualTo("PT1H30M0.000000001S");
        assertThat(item.text("day")).isEqualTo("2026-04-20");
        assertThat(item.text("status")).isEqualTo("ACTIVE");
        assertThat(item.text("id")).isEqualTo("0189cd41-0000-7000-8000-000000000001");
    }

    record Position(double latitude, double longitude) {}

    record Wild(List<? extends Position> route) {}

    @Test
    void wildcardsStandForTheirBound() {
        RecordMapping<Wild> mapping = RecordMapping.of(Wild.class);
        Wild wild = new Wild(List.of(new Position(1, 2)));

        assertThat(mapping.fromItem(mapping.toItem(wild))).isEqualTo(wild);
    }

    record Collected(
            List<String> names,
            List<List<Integer>> matrix,
            Map<String, Position> places,
            Set<String> tags,
            Set<Integer> codes,
            Set<Bytes> blobs,
            Set<Status> states,
            Set<Position> route) {}

    @Test
    void collectionsAndNestedRecords() {
        Collected collected = new Collected(
                List.of("a", "b"),
                List.of(List.of(1, 2), List.of()),
                Map.of("home", new Position(52.5, 13.4)),
                Set.of("x", "y"),
                Set.of(1, 20),
                Set.of(Bytes.of((byte) 1)),
                Set.of(Status.ACTIVE),
                Set.of(new Position(1, 2)));
        RecordMapping<Collected> mapping = RecordMapping.of(Collected.class);

        Item item = mapping.toItem(collected);

        Map<String, Object> position = Map.of("latitude", 1, "longitude", 2);
        assertThat(item)
                .isEqualTo(Item.builder()
                        .put("names", List.of("a", "b"))
                        .put("matrix", List.of(List.of(1, 2), List.of()))
                        .put("places", Map.of("home", Map.of("latitude", 52.5, "longitude", 13.4)))
                        .put("tags", Set.of("x", "y"))
                        .put("codes", Set.of(1, 20))
                        .put("blobs", Set.of(new byte[] {1}))
                        .put("states", Set.of("ACTIVE"))
                        .put("route", List.of(position))
                        .build());
        assertThat(mapping.fromItem(item)).isEqualTo(collected);
    }

    @SuppressWarnings("ArrayRecordComponent") // Discouraged, but supported.
    record Blob(byte[] bytes, Set<byte[]> more) {}

    @Test
    void byteArraysAreCopied() {
        RecordMapping<Blob> mapping = RecordMapping.of(Blob.class);
        byte[] bytes = {1, 2};
        Item item = mapping.toItem(new Blob(bytes, Set.of(bytes)));
        bytes[0] = 9;

        Blob back = mapping.fromItem(item);

        assertThat(back.bytes()).containsExactly(1, 2);
        assertThat(back.more()).hasSize(1).allSatisfy(each -> assertThat(each).containsExactly(1, 2));
        assertThat(item.bytes("bytes")).isEqualTo(Bytes.of((byte) 1, (byte) 2));
    }

    record Tree(String name, List<Tree> children, @Nullable Tree favourite) {}

    @Test
    void aRecordMayContainItself() {
        RecordMapping<Tree> mapping =
                RecordMapping.of(Tree.class, RecordOptions.defaults().rename("name", "n"));
        Tree leaf = new Tree("leaf", List.of(), null);
        Tree tree = new Tree("root", List.of(leaf, new Tree("twig", List.of(leaf), leaf)), leaf);

        Item item = mapping.toItem(tree);

        assertThat(mapping.fromItem(item)).isEqualTo(tree);
        assertThat(item.value("favourite")).isEqualTo(Value.of(Map.of("n", "leaf", "children", List.of())));
    }

    record Box<T>(T content, Optional<T> spare) {}

    record Boxes(Box<Integer> number, Box<List<@Nullable String>> texts, List<Box<Position>> places) {}

    @Test
    void genericRecordsUseTheirDeclaredTypes() {
        RecordMapping<Boxes> mapping = RecordMapping.of(Boxes.class);
        Boxes boxes = new Boxes(
                new Box<>(1, Optional.empty()),
                new Box<>(List.of("a"), Optional.of(List.of())),
                List.of(new Box<>(new Position(1, 2), Optional.of(new Position(3, 4)))));

        assertThat(mapping.fromItem(mapping.toItem(boxes))).isEqualTo(boxes);
    }

    record Empty() {}

    private record Hidden(String name) {}

    @Test
    void emptyPrivateAndLocalRecordsWork() {
        record Local(int level) {}

        assertThat(RecordMapping.of(Empty.class).toItem(new Empty())).isEqualTo(Item.empty());
        assertThat(RecordMapping.of(Empty.class).fromItem(Item.of("a", 1))).isEqualTo(new Empty());
        assertThat(RecordMapping.of(Hidden.class).fromItem(Item.of("name", "x")))
                .isEqualTo(new Hidden("x"));
        assertThat(RecordMapping.of(Local.class).toItem(new Local(3))).isEqualTo(Item.of("level", 3));
    }

    @Test
    void oneComponentCanBeReadAlone() {
        RecordMapping<Reading> mapping =
                RecordMapping.of(Reading.class, RecordOptions.defaults().rename("temperature", "t"));
        Reading reading = new Reading("sensor_01", AT, 22.4, 87);

        assertThat(mapping.type()).isEqualTo(Reading.class);
        assertThat(mapping.attributes()).containsExactly("deviceId", "at", "t", "battery");
        assertThat(mapping.components())
                .extracting(MappedComponent::name)
                .containsExactly("deviceId", "at", "temperature", "battery");
        assertThat(mapping.value(reading, "temperature")).isEqualTo(Num.of(22.4));
        MappedComponent<Reading> at = mapping.component("at");
        assertThat(at.object(reading)).isEqualTo(AT);
        assertThat(at.javaType()).isEqualTo(Instant.class);
        assertThat(at.valueType()).contains(ValueType.TEXT);
        assertThat(at.isRequired()).isTrue();
        assertThat(mapping.component("temperature").attribute()).isEqualTo("t");
        assertThat(mapping).hasToString("Reading[deviceId, at, temperature (attribute \"t\"), battery]");
    }
}
