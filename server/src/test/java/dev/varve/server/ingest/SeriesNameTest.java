package dev.varve.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.iot.FleetDevice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesNameTest {

    /** Texts as the reader of lines returns them: never empty, and without a backslash at the end. */
    private static String text(SplittableRandom random) {
        String[] parts = {"a", "b", ",", "=", "\\", " ", "device", "readings", "deviceId", "ü"};
        var text = new StringBuilder();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            text.append(parts[random.nextInt(parts.length)]);
        }
        return text.toString().endsWith("\\") ? text + "x" : text.toString();
    }

    @Test
    void differentMeasurementsOrTagsHaveDifferentIdsThatReadBack() {
        for (int seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Map<String, SeriesName> byId = new HashMap<>();
            for (int i = 0; i < 5_000; i++) {
                Map<String, String> tags = new TreeMap<>();
                for (int tag = random.nextInt(4); tag > 0; tag--) {
                    tags.put(random.nextInt(3) == 0 ? "device" : text(random), text(random));
                }
                SeriesName name = SeriesName.of(random.nextInt(3) == 0 ? "readings" : text(random), tags);
                SeriesName before = byId.putIfAbsent(name.id(), name);
                assertThat(before == null || before.equals(name))
                        .as("seed %s: %s and %s", seed, before, name)
                        .isTrue();
                assertThat(SeriesName.parse(name.id())).as("seed %s", seed).isEqualTo(name);
                assertThat(SeriesName.of(name.lineMeasurement(), name.lineTags()))
                        .isEqualTo(name);
            }
        }
    }

    @Test
    void deviceOfAnIdIsThatOfTheSeries() {
        String[] parts = {"a", "b", ",", ",", "=", "=", "\\", "device", "device_id", "deviceId", "readings", "ü"};
        for (int seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < 20_000; i++) {
                var id = new StringBuilder(random.nextInt(3) == 0 ? "readings,device=" : "");
                for (int part = random.nextInt(1, 12); part > 0; part--) {
                    id.append(parts[random.nextInt(parts.length)]);
                }
                String text = id.toString();
                assertThat(SeriesName.deviceOf(text))
                        .as("seed %s: %s", seed, text)
                        .isEqualTo(SeriesName.parse(text).device());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"sensor_01", "a,b", "a,b=", "a,=b", ",a=b", "a,c=d,b=e", "readings,device=a", "a=b", "\\,", ""})
    void anyOtherTextIsAPlainSeries(String id) {
        SeriesName name = SeriesName.parse(id);
        assertThat(name.isPlain()).isTrue();
        assertThat(name.device()).isEqualTo(id);
        assertThat(SeriesName.of("readings", Map.of("device", id)).id()).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "sensor_01 sensor_01",
                "weather,device=a a",
                "disk,device=sda1,host=hostA sda1",
                "m,device=a,device_id=b a",
                "m,device_id=b b",
                "m,deviceId=b b",
                "cpu,host=web1 cpu,host=web1",
                "cpu, cpu",
                "m,device=a\\,b a,b"
            })
    void tagNamesTheDevice(String id, String device) {
        assertThat(SeriesName.parse(id).device()).isEqualTo(device);
    }

    @Test
    void tagsOfASeriesLeaveOutTheDevice() {
        SeriesName name = SeriesName.parse("disk,device=sda1,host=hostA,location=hall");
        assertThat(name.measurement()).contains("disk");
        assertThat(name.otherTags()).isEqualTo(Map.of("host", "hostA", "location", "hall"));
        assertThat(name.location()).contains("hall");
        assertThat(name.legacyId()).contains("sda1,host=hostA");
        assertThat(SeriesName.parse("cpu,host=web1").legacyId()).isEmpty();
    }

    @Test
    void entryOfAnOlderVersionBelongsToItsDevice() {
        FleetDevice plain = FleetDevice.of("a", "a").withLabel("measurement", "weather");
        assertThat(SeriesName.of(plain).device()).isEqualTo("a");
        assertThat(SeriesName.of(plain).measurement()).contains("weather");
        FleetDevice disk = FleetDevice.of("sda1,host=hostA", "x").withLabel("measurement", "disk");
        assertThat(SeriesName.of(disk).device()).isEqualTo("sda1");
        assertThat(SeriesName.of(disk).otherTags()).isEqualTo(Map.of("host", "hostA"));
        // A label that is not written by this version has no meaning.
        FleetDevice other = FleetDevice.of("b", "b").withLabel("series", "x,device=c");
        assertThat(SeriesName.of(other).device()).isEqualTo("b");
        assertThat(SeriesName.of(other).measurement()).isEqualTo(Optional.empty());
        for (FleetDevice entry : List.of(plain, disk, other)) {
            assertThat(SeriesName.deviceOf(entry))
                    .isEqualTo(SeriesName.of(entry).device());
        }
    }
}
