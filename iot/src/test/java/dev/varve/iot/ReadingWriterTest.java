package dev.varve.iot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Rejected;
import dev.varve.series.ConflictPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Readings as plain numbers are stored like records. */
class ReadingWriterTest extends FleetContract {

    private OpenFleet<DynamicReading> open(ConflictPolicy conflicts) {
        Fleet<DynamicReading> fleet = fleetOf(DynamicReading.class)
                .onConflict(conflicts)
                .registerUnknown()
                .build();
        return fleet.on(open(fleet));
    }

    private Instant minutesAgo(int minutes) {
        return clock.instant().minus(Duration.ofMinutes(minutes));
    }

    @Test
    void readingsHaveTheirFieldsAndTheLocationOfTheirDevice() {
        OpenFleet<DynamicReading> fleet = open(ConflictPolicy.MERGE);
        fleet.devices().register(FleetDevice.of("roof", "Roof").withLocation("hall-a"));
        ReadingForm roof = ReadingForm.of("roof", "temperature", "humidity");
        ReadingWriter.Batch batch = ReadingWriter.on(fleet).batch();
        batch.add(roof, minutesAgo(2), 21.5, 40);
        batch.add(roof.at("hall-b"), minutesAgo(1), 22, -0.0);
        batch.add(ReadingForm.of("cellar", "temperature"), minutesAgo(1), 12);
        assertThat(batch.append()).isEqualTo(new BatchReport(3, 0, List.of(), Map.of()));
        assertThat(fleet.readings().history("roof").list())
                .containsExactly(
                        new DynamicReading(
                                "roof",
                                minutesAgo(2),
                                Map.of("temperature", 21.5, "humidity", 40.0),
                                Optional.of("hall-a")),
                        new DynamicReading(
                                "roof",
                                minutesAgo(1),
                                Map.of("temperature", 22.0, "humidity", 0.0),
                                Optional.of("hall-b")));
        assertThat(fleet.devices().find("roof").orElseThrow().lastSeenAt()).isPresent();
        assertThat(fleet.devices().find("cellar")).isPresent();
        fleet.devices().move("roof", "hall-c");
        ReadingWriter.Batch later = ReadingWriter.on(fleet).batch();
        later.add(roof, clock.instant(), 23, 41);
        later.append();
        assertThat(fleet.device("roof").latest().orElseThrow().location()).hasValue("hall-c");
    }

    @Test
    void refusedReadingIsReportedByItsPlaceAndTheOthersAreStored() {
        OpenFleet<DynamicReading> fleet = open(ConflictPolicy.REFUSE);
        ReadingForm roof = ReadingForm.of("roof", "temperature");
        ReadingWriter.Batch batch = ReadingWriter.on(fleet).batch();
        batch.add(roof, minutesAgo(2), 1);
        batch.add(roof, minutesAgo(1), Double.NaN);
        batch.add(roof, clock.instant().plus(Duration.ofDays(400)), 1);
        batch.add(ReadingForm.of("other", "temperature"), clock.instant().plus(Duration.ofDays(400)), 1);
        BatchReport report = batch.append();
        assertThat(report.applied()).isOne();
        assertThat(report.refused()).containsOnlyKeys(1, 2, 3);
        ReadingWriter.Batch same = ReadingWriter.on(fleet).batch();
        same.add(roof, minutesAgo(2), 1);
        assertThat(same.append().duplicates()).isOne();
        ReadingWriter.Batch other = ReadingWriter.on(fleet).batch();
        other.add(roof, minutesAgo(2), 2);
        assertThat(other.append().conflicts()).containsExactly(0);
        assertThat(fleet.readings().history("roof").list()).hasSize(1);
        // A refused reading does not register its device.
        assertThat(fleet.devices().find("other")).isEmpty();
    }

    @Test
    void formNeedsFieldsAndReadingsNeedTheirValues() {
        assertThatThrownBy(() -> ReadingForm.of("roof")).isInstanceOf(Rejected.class);
        assertThatThrownBy(() -> ReadingForm.of("roof", "a", "a")).isInstanceOf(Rejected.class);
        ReadingWriter.Batch batch = ReadingWriter.on(open(ConflictPolicy.MERGE)).batch();
        assertThatThrownBy(() -> batch.add(ReadingForm.of("roof", "a"), clock.instant(), 1, 2))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("2 values are given");
    }

    @Test
    void deletedDeviceIsListedAgainWithItsNextReading() {
        OpenFleet<DynamicReading> fleet = open(ConflictPolicy.MERGE);
        ReadingWriter writer = ReadingWriter.on(fleet);
        ReadingForm roof = ReadingForm.of("roof", "temperature");
        for (int round = 0; round < 2; round++) {
            ReadingWriter.Batch batch = writer.batch();
            batch.add(roof, minutesAgo(1), 1);
            assertThat(batch.append().applied()).isOne();
            assertThat(fleet.readings().identities().list()).hasSize(1);
            assertThat(fleet.deleteDevice("roof")).isOne();
            assertThat(fleet.readings().identities().list()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void randomReadingsAreStoredLikeRecords(ConflictPolicy policy) {
        SplittableRandom random = new SplittableRandom(policy.name().hashCode());
        List<ReadingForm> forms = IntStream.range(0, 8)
                .mapToObj(i -> {
                    ReadingForm form = ReadingForm.of("s" + i % 3, i % 2 == 0 ? List.of("b", "a") : List.of("c"));
                    return i < 4 ? form : form.at("hall " + i % 3);
                })
                .toList();
        OpenFleet<DynamicReading> fleet = open(policy);
        Map<String, Map<Instant, DynamicReading>> expected = new HashMap<>();
        for (int round = 0; round < 20; round++) {
            ReadingWriter.Batch batch = ReadingWriter.on(fleet).batch();
            List<DynamicReading> records = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                ReadingForm form = forms.get(random.nextInt(forms.size()));
                // Different within a batch: DynamoDB gets several items at a time, in any order.
                Instant at = minutesAgo(i * 4 + random.nextInt(4));
                double[] values = form.fields().stream()
                        .mapToDouble(field -> random.nextInt(3))
                        .toArray();
                batch.add(form, at, values);
                Map<String, Double> fields = new HashMap<>();
                for (int f = 0; f < values.length; f++) {
                    fields.put(form.fields().get(f), values[f]);
                }
                records.add(new DynamicReading(form.deviceId(), at, fields, form.location()));
            }
            BatchReport report = batch.append();
            int duplicates = 0;
            List<Integer> conflicts = new ArrayList<>();
            for (int i = 0; i < records.size(); i++) {
                DynamicReading record = records.get(i);
                Map<Instant, DynamicReading> ofDevice =
                        expected.computeIfAbsent(record.deviceId(), first -> new HashMap<>());
                DynamicReading before = ofDevice.get(record.at());
                if (record.equals(before)) {
                    duplicates++;
                } else if (before == null || policy == ConflictPolicy.REPLACE) {
                    ofDevice.put(record.at(), record);
                } else if (policy == ConflictPolicy.REFUSE) {
                    conflicts.add(i);
                } else {
                    Map<String, Double> fields = new HashMap<>(before.fields());
                    fields.putAll(record.fields());
                    ofDevice.put(
                            record.at(),
                            new DynamicReading(
                                    record.deviceId(),
                                    record.at(),
                                    fields,
                                    record.location().or(before::location)));
                }
            }
            assertThat(report.conflicts()).as("%s, round %s", policy, round).isEqualTo(conflicts);
            // Parts that are there already may count as duplicates or as merged.
            assertThat(report.duplicates()).as("%s, round %s", policy, round).isGreaterThanOrEqualTo(duplicates);
            assertThat(report.refused()).isEmpty();
        }
        expected.forEach(
                (id, readings) -> assertThat(fleet.readings().history(id).list())
                        .as("%s, %s", policy, id)
                        .containsExactlyInAnyOrderElementsOf(readings.values()));
    }
}
