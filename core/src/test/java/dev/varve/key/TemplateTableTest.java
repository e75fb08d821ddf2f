package dev.varve.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.key.internal.Layout;
import dev.varve.key.internal.LayoutKey;
import dev.varve.key.internal.ParsedKey;
import dev.varve.key.internal.PartitionSlice;
import dev.varve.key.internal.RangeStep;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.key.internal.SortBounds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Common layouts with the exact keys they write. */
class TemplateTableTest {

    private static final Instant MORNING = Instant.parse("2025-05-19T10:15:00Z");

    @Test
    void basic() {
        var layout = Layout.series("at")
                .tick(Tick.SECONDS)
                .keys("DEVICE#{deviceId}", "READING#{at}")
                .build();
        assertRoundTrip(
                layout,
                Parts.of("deviceId", "sensor_01"),
                Instant.parse("2026-04-20T14:00:00Z"),
                LayoutKey.of("DEVICE#sensor_01", "READING#2026-04-20T14:00:00Z"));
        assertThat(steps(layout, Parts.of("deviceId", "sensor_01"), "2026-04-20T14:00:00Z", "2026-04-20T15:00:00Z"))
                .singleElement()
                .satisfies(step -> assertThat(step.slices())
                        .containsExactly(new PartitionSlice(
                                0,
                                "DEVICE#sensor_01",
                                SortBounds.between("READING#2026-04-20T14:00:00Z", "READING#2026-04-20T14:59:59Z"))));
    }

    @Test
    void timeBuckets() {
        var layout = Layout.series("at")
                .tick(Tick.SECONDS)
                .keys("{deviceId}#{at:month}", "{at}")
                .build();
        assertRoundTrip(
                layout,
                Parts.of("deviceId", "thermostat-123"),
                MORNING,
                LayoutKey.of("thermostat-123#2025-05", "2025-05-19T10:15:00Z"));
        assertThat(layout.bucket()).contains(Grain.MONTH);
        assertThat(steps(layout, Parts.of("deviceId", "t"), "2025-01-31T00:00:00Z", "2025-03-01T00:00:01Z"))
                .flatExtracting(RangeStep::slices)
                .containsExactly(
                        new PartitionSlice(
                                0, "t#2025-01", SortBounds.between("2025-01-31T00:00:00Z", "2025-01-31T23:59:59Z")),
                        new PartitionSlice(
                                0, "t#2025-02", SortBounds.between("2025-02-01T00:00:00Z", "2025-02-28T23:59:59Z")),
                        new PartitionSlice(
                                0, "t#2025-03", SortBounds.between("2025-03-01T00:00:00Z", "2025-03-01T00:00:00Z")));
    }

    @Test
    void invertedIndex() {
        var layout = Layout.series("at")
                .tick(Tick.SECONDS)
                .keys("{location}#{at:day}", "{at}#{deviceId}")
                .build();
        assertRoundTrip(
                layout,
                Parts.of("location", "building-a", "deviceId", "thermostat-123"),
                MORNING,
                LayoutKey.of("building-a#2025-05-19", "2025-05-19T10:15:00Z#thermostat-123"));
        assertThat(layout.identity()).containsExactly("location");
        assertThat(layout.eventParts()).containsExactly("deviceId");
        assertThat(layout.keepsExactClock()).isTrue();
        assertThat(steps(layout, Parts.of("location", "b"), "2025-05-19T00:00:00Z", "2025-05-20T00:00:00Z"))
                .flatExtracting(RangeStep::slices)
                .containsExactly(new PartitionSlice(
                        0,
                        "b#2025-05-19",
                        SortBounds.between("2025-05-19T00:00:00Z", "2025-05-19T23:59:59Z#\uDBFF\uDFFF")));
    }

    @Test
    void multiGrain() {
        var hourly = Layout.series("at")
                .keys("{sensorId}#HOURLY#{at:day}", "{at:hour}")
                .build();
        assertRoundTrip(
                hourly,
                Parts.of("sensorId", "sensor-1"),
                Instant.parse("2025-05-19T10:00:00Z"),
                LayoutKey.of("sensor-1#HOURLY#2025-05-19", "2025-05-19T10:00:00Z"));
        assertThat(hourly.rowGrain()).contains(Grain.HOUR);

        var daily = Layout.series("at")
                .keys("{sensorId}#DAILY#{at:month}", "{at:day:start}")
                .build();
        assertRoundTrip(
                daily,
                Parts.of("sensorId", "sensor-1"),
                Instant.parse("2025-05-19T00:00:00Z"),
                LayoutKey.of("sensor-1#DAILY#2025-05", "2025-05-19T00:00:00Z"));
        assertThat(daily.write(Parts.of("sensorId", "sensor-1"), MORNING))
                .as("the clock of a row is truncated to its bucket")
                .isEqualTo(LayoutKey.of("sensor-1#DAILY#2025-05", "2025-05-19T00:00:00Z"));
        assertThat(steps(daily, Parts.of("sensorId", "s"), "2025-05-30T00:00:01Z", "2025-06-01T00:00:01Z"))
                .as("a row belongs to the range that contains the start of its bucket")
                .flatExtracting(RangeStep::slices)
                .containsExactly(
                        new PartitionSlice(
                                0,
                                "s#DAILY#2025-05",
                                SortBounds.between("2025-05-31T00:00:00Z", "2025-05-31T00:00:00Z")),
                        new PartitionSlice(
                                0,
                                "s#DAILY#2025-06",
                                SortBounds.between("2025-06-01T00:00:00Z", "2025-06-01T00:00:00Z")));
    }

    @Test
    void writeSharding() {
        var layout = Layout.series("at")
                .tick(Tick.SECONDS)
                .keys("{deviceId}#{shard:10}", "{at}")
                .build();
        assertRoundTrip(
                layout, Parts.of("deviceId", "device"), MORNING, LayoutKey.of("device#1", "2025-05-19T10:15:00Z"));
        assertThat(layout.shards()).isEqualTo(10);
        assertThat(steps(layout, Parts.of("deviceId", "device"), "2025-05-19T00:00:00Z", "2025-05-20T00:00:00Z"))
                .singleElement()
                .satisfies(step -> {
                    assertThat(step.slices())
                            .extracting(PartitionSlice::partition)
                            .contains("device#0", "device#9");
                    assertThat(step.slices())
                            .extracting(PartitionSlice::shard)
                            .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
                });
    }

    @Test
    void sameInstantEvents() {
        var layout = Layout.series("at")
                .keys("ACCOUNT#{id}", "TRANSACTION#{at}#{eventId}")
                .build();
        assertRoundTrip(
                layout,
                Parts.of("id", "acc-123", "eventId", "01HZX"),
                Instant.parse("2024-12-01T14:30:00.250Z"),
                LayoutKey.of("ACCOUNT#acc-123", "TRANSACTION#2024-12-01T14:30:00.250Z#01HZX"));
        assertThat(steps(layout, Parts.of("id", "acc-123"), "2024-12-01T00:00:00Z", "2025-01-01T00:00:00Z"))
                .flatExtracting(RangeStep::slices)
                .containsExactly(new PartitionSlice(
                        0,
                        "ACCOUNT#acc-123",
                        SortBounds.between(
                                "TRANSACTION#2024-12-01T00:00:00.000Z",
                                "TRANSACTION#2024-12-31T23:59:59.999Z#\uDBFF\uDFFF")));
    }

    @Test
    void currentAndEvents() {
        var current = Layout.entity("{channel}#{deviceId}", "$app#v1#telemetry");
        var events = Layout.series("timestamp")
                .tick(Tick.SECONDS)
                .keys("{channel}#{deviceId}", "$app#v1#telemetry#e#{timestamp}")
                .build();
        Parts device = Parts.of("channel", "c-1", "deviceId", "d-7");
        assertThat(current.write(device)).isEqualTo(LayoutKey.of("c-1#d-7", "$app#v1#telemetry"));
        assertRoundTrip(
                events,
                device,
                Instant.parse("2026-04-22T10:00:00Z"),
                LayoutKey.of("c-1#d-7", "$app#v1#telemetry#e#2026-04-22T10:00:00Z"));
        assertThat(events.mayCollide(current)).isFalse();
        assertThat(events.mayReturn(current)).isFalse();
    }

    @Test
    void severalStreams() {
        var current = Layout.entity("{channel}#{deviceId}", "$app#v1#telemetry#{stream}");
        var events = Layout.series("timestamp")
                .tick(Tick.SECONDS)
                .identity("channel", "deviceId", "stream")
                .keys("{channel}#{deviceId}", "$app#v1#telemetry#{stream}#e#{timestamp}")
                .build();
        Parts stream = Parts.of("channel", "c-1", "deviceId", "d-7").with("stream", "status");
        assertThat(current.write(stream)).isEqualTo(LayoutKey.of("c-1#d-7", "$app#v1#telemetry#status"));
        assertRoundTrip(
                events,
                stream,
                Instant.parse("2026-04-22T10:00:00Z"),
                LayoutKey.of("c-1#d-7", "$app#v1#telemetry#status#e#2026-04-22T10:00:00Z"));
        assertThat(events.identity()).containsExactly("channel", "deviceId", "stream");
        assertThat(events.mayReturn(current)).isFalse();
    }

    private static void assertRoundTrip(SeriesLayout layout, Parts parts, Instant clock, LayoutKey key) {
        assertThat(layout.write(parts, clock)).isEqualTo(key);
        assertThat(layout.parse(key)).isEqualTo(new ParsedKey(parts, clock));
    }

    private static List<RangeStep> steps(SeriesLayout layout, Parts identity, String from, String to) {
        List<RangeStep> steps = new ArrayList<>();
        layout.plan(identity, TimeRange.of(Instant.parse(from), Instant.parse(to)))
                .forEach(steps::add);
        return steps;
    }
}
