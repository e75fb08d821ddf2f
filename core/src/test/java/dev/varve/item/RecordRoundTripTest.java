package dev.varve.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Seeded;
import dev.varve.item.internal.MappedComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random records of a type with all supported components are read back from their items. */
class RecordRoundTripTest {

    private static final int RECORDS = 500;

    enum Colour {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "green, with a body";
            }
        },
        BLUE
    }

    record Small(int number, @Nullable String text) {}

    record Rich(
            String text,
            boolean flag,
            byte tiny,
            short small,
            int number,
            long wide,
            float narrow,
            double part,
            char letter,
            @Nullable Integer boxed,
            BigDecimal decimal,
            BigInteger integer,
            Instant at,
            Duration age,
            LocalDate day,
            Colour colour,
            UUID id,
            Bytes bytes,
            List<@Nullable String> list,
            Set<String> texts,
            Set<Long> numbers,
            Set<Colour> colours,
            Set<Small> smalls,
            Map<String, Double> map,
            Small nested,
            Optional<Small> optional,
            @Nullable Rich again,
            Value any) {}

    @Test
    void anyRecordReadsBack() {
        check(RecordMapping.of(Rich.class));
    }

    @Test
    void anyRecordReadsBackUnderOtherNamesAndFormats() {
        check(RecordMapping.of(
                Rich.class,
                RecordOptions.defaults()
                        .rename("text", "zz")
                        .rename("any", "a")
                        .rename("nested", "😀")
                        .lowerCaseEnums()
                        .refuseUnknown()));
    }

    private static void check(RecordMapping<Rich> mapping) {
        Seeded.runs(RECORDS, random -> {
            Rich rich = new Draw(random).rich(2);
            Item item = mapping.toItem(rich);
            assertThat(mapping.fromItem(item)).isEqualTo(rich);
            assertThat(Item.of(item.asMap())).isEqualTo(item);
            assertThat(mapping.toItem(rich, Set.copyOf(names(mapping)))).isEqualTo(item);
        });
    }

    private static List<String> names(RecordMapping<?> mapping) {
        return mapping.components().stream().map(MappedComponent::name).toList();
    }

    /** Draws random records. */
    private record Draw(RandomGenerator random) {

        private Rich rich(int depth) {
            return new Rich(
                    text(),
                    random.nextBoolean(),
                    (byte) random.nextInt(),
                    (short) random.nextInt(),
                    random.nextInt(),
                    random.nextLong() >> random.nextInt(64),
                    random.nextInt(-9999, 9999) / 100f,
                    Doubles.number(random),
                    (char) random.nextInt(0xD800),
                    maybe(random::nextInt),
                    new BigDecimal(BigInteger.valueOf(random.nextLong()), random.nextInt(-60, 60)).stripTrailingZeros(),
                    BigInteger.valueOf(random.nextLong()).multiply(BigInteger.valueOf(random.nextLong())),
                    Instant.ofEpochSecond(
                            random.nextLong(-62_135_596_800L, 253_402_300_800L), random.nextInt(1_000_000_000)),
                    Duration.ofSeconds(random.nextLong() >> random.nextInt(64), random.nextInt(1_000_000_000)),
                    LocalDate.ofEpochDay(random.nextInt(-700_000, 2_900_000)),
                    colour(),
                    new UUID(random.nextLong(), random.nextLong()),
                    Bytes.of(new byte[random.nextInt(4)]),
                    fill(new ArrayList<>(), () -> maybe(this::text)),
                    fill(new HashSet<>(), this::text),
                    fill(new HashSet<>(), random::nextLong),
                    fill(new HashSet<>(), this::colour),
                    fill(new HashSet<>(), this::small),
                    map(),
                    small(),
                    Optional.ofNullable(maybe(this::small)),
                    depth == 0 ? null : maybe(() -> rich(depth - 1)),
                    random.nextBoolean() ? Value.of(text()) : Value.of(List.of(1, Map.of("a", true))));
        }

        private <T> @Nullable T maybe(Supplier<T> content) {
            return random.nextBoolean() ? content.get() : null;
        }

        private <T, C extends java.util.Collection<T>> C fill(C collection, Supplier<T> content) {
            for (int i = random.nextInt(4); i > 0; i--) {
                collection.add(content.get());
            }
            return collection;
        }

        private Map<String, Double> map() {
            Map<String, Double> map = new HashMap<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                map.put(text(), Doubles.number(random));
            }
            return map;
        }

        private Colour colour() {
            return List.of(Colour.RED, Colour.GREEN, Colour.BLUE).get(random.nextInt(3));
        }

        private Small small() {
            return new Small(random.nextInt(10), maybe(this::text));
        }

        private String text() {
            int[] alphabet = {'a', 'Z', '"', '#', ' ', 0, 0xE9, 0x20AC, 0x1F600};
            return random.ints(random.nextInt(5), 0, alphabet.length)
                    .map(index -> alphabet[index])
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
        }
    }
}
