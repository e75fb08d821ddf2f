package dev.varve.item;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Seeded;
import dev.varve.item.internal.Utf8;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class InstantFormatTest {

    record Event(Instant at) {}

    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private static RecordMapping<Event> mapping(InstantFormat format) {
        return RecordMapping.of(Event.class, RecordOptions.defaults().instants(format));
    }

    @ParameterizedTest
    @CsvSource({
        "SECONDS, 2026-04-20T14:00:00Z, \"2026-04-20T14:00:00Z\"",
        "MILLIS, 2026-04-20T14:00:00Z, \"2026-04-20T14:00:00.000Z\"",
        "MILLIS, 1969-12-31T23:59:59.250Z, \"1969-12-31T23:59:59.250Z\"",
        "NANOS, 2024-02-29T23:59:59.000000001Z, \"2024-02-29T23:59:59.000000001Z\"",
        "NANOS, 0001-01-01T00:00:00Z, \"0001-01-01T00:00:00.000000000Z\"",
        "EPOCH_SECONDS, 2026-04-20T14:00:00Z, 1776693600",
        "EPOCH_MILLIS, 2026-04-20T14:00:00.250Z, 1776693600250",
        "EPOCH_MILLIS, 1969-12-31T23:59:59.999Z, -1",
    })
    void eachFormatWritesAndReads(InstantFormat format, Instant instant, String shown) {
        Item item = mapping(format).toItem(new Event(instant));

        assertThat(item.value("at")).hasToString(shown);
        assertThat(mapping(format).fromItem(item)).isEqualTo(new Event(instant));
        assertThat(mapping(format).component("at").valueType())
                .contains(item.valueAt(0).type());
    }

    @ParameterizedTest
    @CsvSource({
        "SECONDS, 2026-04-20T14:00:00.250Z",
        "MILLIS, 2026-04-20T14:00:00.000001Z",
        "EPOCH_SECONDS, 2026-04-20T14:00:00.250Z",
        "EPOCH_MILLIS, 2026-04-20T14:00:00.000001Z",
    })
    void instantFinerThanTheFormatIsRejected(InstantFormat format, String text) {
        assertRejected(
                () -> mapping(format).toItem(new Event(Instant.parse(text))),
                "record.instant-precision",
                "record Event, component at (attribute \"at\"): instant %s is finer than %s: truncate it or choose a finer format"
                        .formatted(text, format));
    }

    @Test
    void outsideTheYearsOneTo9999IsRejected() {
        assertRejected(
                () -> mapping(InstantFormat.NANOS).toItem(new Event(FIRST.minusNanos(1))),
                "record.instant-range",
                "record Event, component at (attribute \"at\"): instant 0000-12-31T23:59:59.999999999Z"
                        + " is outside the years 0001 to 9999. Is the unit right?");
        assertRejected(
                () -> mapping(InstantFormat.SECONDS).toItem(new Event(Instant.ofEpochSecond(1_776_693_600_000L))),
                "record.instant-range",
                "record Event, component at (attribute \"at\"): instant +58271-03-07T08:00:00Z"
                        + " is outside the years 0001 to 9999. Is the unit right?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-04-20",
                "2026-04-20T14:00:00",
                "2026-04-20T14:00:00+00:00",
                "2026-04-20T14:00:00.25Z",
                "2026-04-20T24:00:00Z",
                "2026-04-20T14:60:00Z",
                "2026-04-20T14:00:60Z",
                "2026-02-29T14:00:00Z",
                "2026-04-20 14:00:00Z",
                "2026-04-20T14:00:00.2x0Z",
                "2026-04-20T14:00:00,250Z",
                "2026-04-20T14:0x:00Z",
                "xxxx-04-20T14:00:00Z",
                "0000-04-20T14:00:00Z",
                "",
            })
    void otherTextsAreRejected(String text) {
        assertRejected(
                () -> mapping(InstantFormat.NANOS).fromItem(Item.of("at", text)),
                "record.text",
                "record Event, component at (attribute \"at\"): TEXT \"%s\" is not the text of an Instant, such as 2026-04-20T14:00:00.000Z"
                        .formatted(text));
    }

    @Test
    void epochNumbersOutOfRangeAreRejected() {
        assertRejected(
                () -> mapping(InstantFormat.EPOCH_SECONDS).fromItem(Item.of("at", 1776693600250000000L)),
                "record.overflow",
                "record Event, component at (attribute \"at\"): NUMBER 1776693600250000000 is not an Instant in"
                        + " seconds."
                        + " Is the unit milliseconds or nanoseconds?");
    }

    @Test
    void oneComponentCanHaveItsOwnFormat() {
        record Two(Instant at, List<Instant> ends) {}
        RecordMapping<Two> mapping = RecordMapping.of(
                Two.class,
                RecordOptions.defaults().instants(InstantFormat.MILLIS).instant("ends", InstantFormat.EPOCH_SECONDS));

        assertThat(mapping.toItem(new Two(Instant.EPOCH, List.of(Instant.EPOCH))))
                .isEqualTo(Item.of("at", "1970-01-01T00:00:00.000Z", "ends", List.of(0)));
    }

    @ParameterizedTest
    @EnumSource
    void anyInstantReadsBackAndSortsLikeItself(InstantFormat format) {
        RecordMapping<Event> mapping = mapping(format);
        Seeded.runs(10_000, random -> {
            Event event = new Event(random(random, format));
            Event other = new Event(random(random, format));
            Item item = mapping.toItem(event);

            assertThat(mapping.fromItem(item)).isEqualTo(event);
            assertThat(order(item, mapping.toItem(other)))
                    .isEqualTo(Integer.signum(event.at().compareTo(other.at())));
        });
    }

    private static Instant random(RandomGenerator random, InstantFormat format) {
        Instant any = Instant.ofEpochSecond(
                random.nextLong(FIRST.getEpochSecond(), LAST.getEpochSecond() + 1), random.nextInt(1_000_000_000));
        return switch (format) {
            case SECONDS, EPOCH_SECONDS -> any.truncatedTo(ChronoUnit.SECONDS);
            case MILLIS, EPOCH_MILLIS -> any.truncatedTo(ChronoUnit.MILLIS);
            case NANOS -> any;
        };
    }

    private static int order(Item a, Item b) {
        return a.valueAt(0) instanceof Num number
                ? number.compareTo(b.number("at"))
                : Integer.signum(Utf8.compare(a.text("at"), b.text("at")));
    }
}
