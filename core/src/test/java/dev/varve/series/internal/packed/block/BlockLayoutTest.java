package dev.varve.series.internal.packed.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Rejected;
import dev.varve.error.Seeded;
import dev.varve.item.Value;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.row.TickRange;
import dev.varve.table.Key;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class BlockLayoutTest {

    record Reading(String site, long number, Instant at, double temperature) {}

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final Instant EPOCH = Instant.parse("2026-03-29T00:17:05Z");

    private static final List<String> PARTITIONS = List.of("S#{site}#{number}", "S#{site}#{number}#{at:day}");

    private static BlockLayout layout(Duration span, UnaryOperator<SeriesBuilder<Reading>> declared) {
        SeriesBuilder<Reading> builder =
                Series.of(Reading.class).partition("S#{site}#{number}").sort("R#{at}");
        return new BlockLayout(
                SeriesAccess.instance().layout(declared.apply(builder).build()), span);
    }

    private static Parts identity(int number) {
        return Parts.of("site", "a~00").with("number", number);
    }

    @Test
    void keysLieWhereTheirEventsWouldLie() {
        BlockLayout layout = layout(Duration.ofHours(4), series -> series);
        long clock = layout.ticks(Instant.parse("2026-04-20T14:30:00Z"));
        Key key = layout.key(identity(1), layout.bucket(clock).from(), 7);
        assertThat(key.sort()).isEqualTo(Value.of("R#2026-04-20T12:00:00.000Z~07"));
        assertThat(layout.event(key)).isEmpty();
        assertThat(layout.parse(key))
                .hasValue(new BlockLayout.BlockKey(
                        identity(1), layout.bucket(clock).from(), 7));
    }

    @Test
    void otherKeysAreNotBlocks() {
        BlockLayout layout = layout(Duration.ofHours(1), series -> series);
        for (String sort : List.of(
                "R#2026-04-20T12:00:00.000Z",
                "R#2026-04-20T12:00:00.000Z~0",
                "R#2026-04-20T12:00:00.000Z~0x",
                "R#2026-04-20T12:00:00.000Z~:0",
                "R#2026-04-20T12:30:00.000Z~00",
                "~00",
                "Q#2026-04-20T12:00:00.000Z~00")) {
            Key first = layout.key(identity(1), 0, 0);
            assertThat(layout.parse(new Key(first.partition(), Value.of(sort))))
                    .as(sort)
                    .isEmpty();
        }
    }

    @Test
    void bucketsCutTimeAndTheirKeysParseBack() {
        Seeded.runs(300, random -> {
            Duration span = List.of(
                            Duration.ofMinutes(1), Duration.ofMinutes(30), Duration.ofHours(4), Duration.ofDays(1))
                    .get(random.nextInt(4));
            boolean isUlid = random.nextInt(4) == 0;
            Tick tick = isUlid ? Tick.MILLIS : List.of(Tick.values()).get(random.nextInt(3));
            String partition = PARTITIONS.get(random.nextInt(2));
            ZoneId zone = random.nextBoolean() ? BERLIN : ZoneId.of("Asia/Kathmandu");
            int change = random.nextInt(3);
            BlockLayout layout = layout(span, series -> {
                SeriesBuilder<Reading> declared = series.partition(partition)
                        .sort(isUlid ? "R#{at:ulid}" : "R#{at}")
                        .tick(tick)
                        .zone(zone);
                return change == 0
                        ? declared
                        : change == 1
                                ? declared.since(EPOCH, PARTITIONS.get(random.nextInt(2)) + "#v2")
                                : declared.since(EPOCH, ZoneId.of("America/New_York"));
            });
            for (int i = 0; i < 20; i++) {
                Instant near = EPOCH.plusNanos((long) (random.nextGaussian() * 2e14));
                long clock = layout.ticks(random.nextInt(4) == 0 ? EPOCH : near);
                TickRange bucket = layout.bucket(clock);
                assertThat(bucket.contains(clock)).isTrue();
                assertThat(layout.start(clock)).isEqualTo(bucket.from());
                assertThat(layout.bucket(bucket.from())).isEqualTo(bucket);
                assertThat(layout.bucket(bucket.to() - 1)).isEqualTo(bucket);
                assertThat(layout.bucket(bucket.to()).from()).isEqualTo(bucket.to());
                long spanTicks = span.toNanos() / tick.nanos();
                assertThat(bucket.to() - bucket.from()).isBetween(1L, spanTicks);
                int part = random.nextInt(BlockLayout.MAX_PARTS);
                Key key = layout.key(identity(i), bucket.from(), part);
                assertThat(layout.parse(key)).hasValue(new BlockLayout.BlockKey(identity(i), bucket.from(), part));
                // All events of a block have its partition, and keys up to the start of the next block.
                for (long each : new long[] {bucket.from(), clock, bucket.to() - 1}) {
                    Key event = event(layout, identity(i), each);
                    assertThat(event.partition()).isEqualTo(key.partition());
                }
            }
            long epoch = layout.ticks(EPOCH);
            if (change > 0) {
                assertThat(layout.bucket(epoch).from()).isEqualTo(epoch);
                assertThat(layout.bucket(epoch - 1).to()).isEqualTo(epoch);
            }
        });
    }

    /** Returns the key of an event: that of a block of part 0 without the mark, at any clock. */
    private static Key event(BlockLayout layout, Parts identity, long clock) {
        Key block = layout.key(identity, clock, 0);
        String sort = ((Value.Text) java.util.Objects.requireNonNull(block.sort())).value();
        return new Key(block.partition(), Value.of(sort.substring(0, sort.length() - 3)));
    }

    @Test
    void historyOfNanosecondsWithoutAnEndHasBlocks() {
        BlockLayout layout = layout(Duration.ofDays(1), series -> series.tick(Tick.NANOS));
        assertThat(layout.bucket(Long.MIN_VALUE).from()).isEqualTo(Long.MIN_VALUE);
        assertThat(layout.start(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertThat(layout.bucket(Long.MIN_VALUE).to())
                .isLessThan(Long.MIN_VALUE + Duration.ofDays(1).toNanos());
        assertThat(layout.bucket(Long.MAX_VALUE).to()).isEqualTo(Long.MAX_VALUE);
        assertThat(layout.bucket(Long.MAX_VALUE).from())
                .isGreaterThan(Long.MAX_VALUE - Duration.ofDays(1).toNanos());
    }

    @Test
    void nanosecondsOutsideOfALongAreRefused() {
        BlockLayout layout = layout(Duration.ofHours(1), series -> series.tick(Tick.NANOS));
        assertThatThrownBy(() -> layout.requireTicks(Instant.parse("2300-01-01T00:00:00Z")))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("is outside of 1677 to 2262");
        assertThat(layout.requireTicks(Instant.parse("2026-01-01T00:00:00.000000001Z")) % 10)
                .isEqualTo(1);
        assertThatThrownBy(() -> layout.requireTicks(Instant.parse("1600-01-01T00:00:00Z")))
                .hasMessageContaining("is outside of 1677 to 2262");
    }
}
