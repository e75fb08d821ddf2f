package dev.varve.server.fleet.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.iot.DeviceStatus;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.FleetDevice;
import dev.varve.memory.MemoryEngine;
import dev.varve.series.AppendReport;
import dev.varve.server.ServerDatabase;
import dev.varve.server.fleet.view.FleetView;
import dev.varve.server.ingest.Entry;
import dev.varve.server.ingest.SampleSink;
import dev.varve.table.Capacity;
import dev.varve.testkit.CountingEngine;
import dev.varve.testkit.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FleetIntakeTest {

    private final MutableClock clock = new MutableClock(Instant.parse("2026-04-20T14:00:00Z"));
    private final CountingEngine engine = new CountingEngine(new MemoryEngine(clock));
    private final ServerDatabase database = ServerDatabase.open(engine, "varve", clock);

    @AfterEach
    void close() {
        database.close();
    }

    /** Returns the intake of a new process. */
    private FleetIntake newIntake(int devices, int fields) {
        FleetView view = new FleetView(database.fleet(), clock, new FleetView.Listener() {
            @Override
            public void read(DynamicReading reading) {}

            @Override
            public boolean receivesChanges() {
                return true;
            }
        });
        return new FleetIntake(database.fleet(), view, clock, new Cardinality(devices, fields, 3));
    }

    private Entry.Sample sample(String device, String... fields) {
        Map<String, Double> values = Arrays.stream(fields).collect(Collectors.toMap(field -> field, field -> 1.0));
        return new Entry.Sample(1, device, clock.instant(), values, Map.of());
    }

    /** Returns the error code of each sample, empty if it was stored. */
    private static List<String> refusals(FleetIntake intake, Entry.Sample... samples) {
        return intake.store(List.of(samples)).report().entries().stream()
                .map(FleetIntakeTest::code)
                .toList();
    }

    private static String code(AppendReport.Entry<?> entry) {
        return entry.error() == null ? "" : entry.error().code();
    }

    @Test
    void fieldsBeyondTheLimitAreLeftOutAndReported() {
        FleetIntake intake = newIntake(10, 3);
        assertThat(refusals(intake, sample("d", "a"))).containsExactly("");
        SampleSink.Stored stored = intake.store(List.of(sample("d", "a", "w", "x", "y", "z")));
        assertThat(stored.report().entries()).extracting(FleetIntakeTest::code).containsExactly("");
        assertThat(stored.partial())
                .singleElement()
                .extracting(Entry.Bad::message)
                .isEqualTo("series d has reached the limit of 3 fields: y, z were not stored. Send them in"
                        + " another series");
        assertThat(database.fleet().device("d").latest().orElseThrow().fields()).containsOnlyKeys("a", "w", "x");
        assertThat(refusals(intake, sample("d", "z"))).containsExactly("reading.too-many-fields");
    }

    @Test
    void textsBeyondTheLimitAreLeftOutAndReported() {
        FleetIntake intake = newIntake(10, 2);
        Entry.Sample first = sample("d", "v").withTexts(Map.of("a", "x", "b", "y"));
        assertThat(intake.store(List.of(first)).partial()).isEmpty();
        clock.advance(Duration.ofMinutes(1));
        SampleSink.Stored stored = intake.store(List.of(sample("d", "v").withTexts(Map.of("a", "z", "c", "y"))));
        assertThat(stored.partial())
                .singleElement()
                .extracting(Entry.Bad::code, bad -> bad.message().contains("c was not stored"))
                .containsExactly("reading.too-many-fields", true);
        assertThat(database.fleet().device("d").latest().orElseThrow().texts()).isEqualTo(Map.of("a", "z"));
        Entry.Sample onlyText = sample("d").withTexts(Map.of("c", "y"));
        assertThat(refusals(intake, onlyText)).containsExactly("reading.too-many-fields");
    }

    @Test
    void fieldsStoredBeforeTheStartCount() {
        assertThat(refusals(newIntake(10, 3), sample("d", "a", "b"))).containsExactly("");
        database.varve().processing().catchUp(Duration.ofSeconds(30));
        assertThat(refusals(newIntake(10, 3), sample("d", "c", "x", "y", "z"))).containsExactly("");
        assertThat(database.fleet().device("d").latest().orElseThrow().fields()).containsOnlyKeys("a", "b", "c");
    }

    @Test
    void refusedReadingRegistersNoDevice() {
        FleetIntake intake = newIntake(10, 10);
        Entry.Sample old =
                new Entry.Sample(1, "ghost", Instant.parse("1969-07-20T20:17:00Z"), Map.of("v", 1.0), Map.of());
        Entry.Sample ahead =
                new Entry.Sample(2, "ghost", clock.instant().plus(Duration.ofDays(3)), Map.of("v", 1.0), Map.of());
        assertThat(refusals(intake, old, ahead)).containsExactly("series.too-late", "reading.too-far-ahead");
        assertThat(database.fleet().devices().stream()).isEmpty();
        assertThat(refusals(intake, old, sample("ghost", "v"))).containsExactly("series.too-late", "");
    }

    @Test
    void backfilledReadingsCountInRowsAndAreNotTheLatest() {
        FleetIntake intake = newIntake(10, 10);
        Instant old = clock.instant().minus(Duration.ofDays(800));
        List<Entry.Sample> samples = List.of(
                new Entry.Sample(1, "d", old, Map.of("v", 1.0), Map.of("location", "hall")),
                new Entry.Sample(2, "d", old.plusSeconds(60), Map.of("v", 3.0), Map.of("location", "hall")),
                sample("d", "v"));
        assertThat(codes(intake.backfill(samples))).containsExactly("", "", "");
        assertThat(codes(intake.backfill(samples.subList(0, 2)))).containsExactly("", "");
        assertThat(database.fleet().readings().finishBackfill(done -> {})).containsEntry("hourly", 1L);
        assertThat(database.fleet().device("d").latest().orElseThrow().at()).isEqualTo(clock.instant());
        assertThat(database.fleet()
                        .readings()
                        .rollups("d")
                        .monthly()
                        .between(old.minus(Duration.ofDays(31)), old.plus(Duration.ofDays(1)))
                        .list())
                .singleElement()
                .satisfies(row -> assertThat(row.count()).isEqualTo(2));
        assertThat(database.fleet()
                        .rowsAt("hall")
                        .hourly()
                        .between(old.minus(Duration.ofHours(1)), old.plus(Duration.ofHours(1)))
                        .list())
                .singleElement()
                .satisfies(row -> assertThat(row.count()).isEqualTo(2));
    }

    @Test
    void backfillRefusesClocksOfAnotherUnit() {
        FleetIntake intake = newIntake(10, 10);
        Entry.Sample seconds =
                new Entry.Sample(1, "d", Instant.parse("1970-01-20T20:17:00Z"), Map.of("v", 1.0), Map.of());
        SampleSink.Stored stored = intake.backfill(List.of(seconds));
        assertThat(codes(stored)).containsExactly("reading.clock-unlikely");
        assertThat(stored.report().entries().get(0).error())
                .hasMessage("the clock is 1970-01-20T20:17:00Z, before 1980: is the precision right?");
        assertThat(database.fleet().devices().stream()).isEmpty();
    }

    private static List<String> codes(SampleSink.Stored stored) {
        return stored.report().entries().stream().map(FleetIntakeTest::code).toList();
    }

    @Test
    void twoLocationsAtOneInstantAreRefused() {
        FleetIntake intake = newIntake(10, 10);
        Entry.Sample hall = new Entry.Sample(1, "d", clock.instant(), Map.of("v", 1.0), Map.of("location", "hall"));
        Entry.Sample yard = new Entry.Sample(2, "d", clock.instant(), Map.of("v", 2.0), Map.of("location", "yard"));
        assertThat(refusals(intake, hall, yard, hall)).containsExactly("", "reading.two-locations", "");
        assertThat(database.fleet().device("d").latest().orElseThrow().fields()).containsEntry("v", 1.0);
    }

    @Test
    void readingsOfADeviceInDeletionAreRefused() {
        database.fleet().devices().register(FleetDevice.of("d", "d").withStatus(DeviceStatus.DELETING));
        assertThat(refusals(newIntake(10, 10), sample("d", "v"))).containsExactly("reading.device-deleting");
    }

    @Test
    void devicesStoredBeforeTheStartCount() {
        database.fleet().devices().register(FleetDevice.of("a", "a"));
        database.fleet().devices().register(FleetDevice.of("b", "b"));
        FleetIntake intake = newIntake(2, 10);
        assertThat(refusals(intake, sample("c", "v"), sample("a", "v")))
                .containsExactly("reading.too-many-devices", "");
        assertThat(database.fleet().devices().find("c")).isEmpty();
    }

    @Test
    void deviceRegisteredByAnotherProcessIsAccepted() {
        FleetIntake intake = newIntake(2, 10);
        assertThat(refusals(intake, sample("a", "v"))).containsExactly("");
        database.fleet().devices().register(FleetDevice.of("b", "Named"));
        database.fleet().devices().register(FleetDevice.of("c", "c"));
        assertThat(refusals(intake, sample("b", "v"), sample("c", "v"), sample("d", "v")))
                .containsExactly("", "", "reading.too-many-devices");
        assertThat(database.fleet().devices().find("b").orElseThrow().name()).isEqualTo("Named");
    }

    @Test
    void newDeviceIsRegisteredAndSeenInOneWrite() {
        FleetIntake intake = newIntake(10, 10);
        engine.reset();
        assertThat(refusals(intake, sample("a", "v"))).containsExactly("");
        // The device and its catalogue entry; the reading is in the journal.
        assertThat(engine.writes()).isEqualTo(2);
        assertThat(database.fleet().devices().find("a").orElseThrow().lastSeenAt())
                .contains(clock.instant());
        clock.advance(Duration.ofMinutes(1));
        assertThat(refusals(intake, sample("a", "v"))).containsExactly("");
        assertThat(engine.writes()).isEqualTo(2);
    }

    @Test
    void devicesOfOneBatchAreRegisteredUpToTheLimit() {
        FleetIntake intake = newIntake(120, 10);
        Entry.Sample[] many = IntStream.range(0, 260)
                .mapToObj(i -> sample("new-" + i / 2, "v"))
                .toArray(Entry.Sample[]::new);
        List<String> refusals = refusals(intake, many);
        assertThat(refusals.subList(0, 240)).containsOnly("");
        assertThat(refusals.subList(240, 260)).containsOnly("reading.too-many-devices");
        assertThat(database.fleet().devices().stream()).hasSize(120);
    }

    @Test
    void locationOfADeviceThatMovesTooOftenIsNotChanged() {
        FleetIntake intake = newIntake(10, 10);
        List<Entry.Sample> samples = IntStream.range(0, 6)
                .mapToObj(i -> new Entry.Sample(
                        1, "truck", clock.instant().plusSeconds(i), Map.of("v", 1.0), Map.of("location", "52.5" + i)))
                .toList();
        assertThat(intake.store(samples).report().entries()).allMatch(entry -> entry.error() == null);
        assertThat(database.fleet()
                        .device("truck")
                        .readings()
                        .between(clock.instant(), clock.instant().plusSeconds(9))
                        .list())
                .extracting(reading -> reading.location().orElse(""))
                .containsExactly("52.50", "52.51", "52.52", "52.50", "52.50", "52.50");
    }

    @Test
    void refusedDevicesCostNothing() {
        FleetIntake intake = newIntake(1, 10);
        assertThat(refusals(intake, sample("a", "v"), sample("b", "v")))
                .containsExactly("", "reading.too-many-devices");
        engine.reset();
        Entry.Sample[] many =
                IntStream.range(0, 50).mapToObj(i -> sample("new-" + i, "v")).toArray(Entry.Sample[]::new);
        assertThat(refusals(intake, many)).containsOnly("reading.too-many-devices");
        assertThat(engine.used()).isEqualTo(Capacity.NONE);
    }
}
