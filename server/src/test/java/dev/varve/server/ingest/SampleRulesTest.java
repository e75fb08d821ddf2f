package dev.varve.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.server.ingest.Entry.Bad;
import dev.varve.server.ingest.Entry.Sample;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleRulesTest {

    private static final Instant NOW = Instant.parse("2026-04-20T14:00:00Z");
    private static final Instant AT = Instant.parse("2026-04-20T13:00:00Z");

    private static List<Entry> lines(String body, Precision precision) {
        List<Entry> entries = new ArrayList<>();
        entries.addAll(LineBody.read(body.getBytes(StandardCharsets.UTF_8), precision, NOW, new KnownSeries())
                .entries());
        return entries;
    }

    @Test
    void numbersCanBeTopLevelOrInFields() {
        Sample sample = new Sample(1, "sensor_01", AT, Map.of("temperature", 22.4, "ok", 1.0), Map.of("location", "a"));
        assertThat(JsonSamples.read(
                        "{\"deviceId\":\"sensor_01\",\"at\":\"2026-04-20T13:00:00Z\",\"temperature\":22.4,\"ok\":true,\"location\":\"a\",\"x\":null}",
                        NOW))
                .containsExactly(sample);
        assertThat(JsonSamples.read(
                        "[{\"deviceId\":\"sensor_01\",\"at\":1776690000000,\"fields\":{\"temperature\":22.4,\"ok\":1},\"labels\":{\"location\":\"a\"}}]",
                        NOW))
                .containsExactly(sample);
    }

    @Test
    void invalidElementsAreReportedAndOthersKept() {
        List<Entry> entries = JsonSamples.read(
                "[{\"deviceId\":\"a\",\"v\":1}, 7, {\"v\":1}, {\"deviceId\":\"a\",\"v\":[1]},"
                        + " {\"deviceId\":\"a\",\"v\":1,\"at\":\"soon\"}, {\"deviceId\":\"a\",\"v\":1e200},"
                        + " {\"deviceId\":\"a\",\"v\":2}]",
                NOW);
        assertThat(entries).extracting(Entry::line).containsExactly(1, 2, 3, 4, 5, 6, 7);
        assertThat(entries)
                .filteredOn(Bad.class::isInstance)
                .extracting(entry -> ((Bad) entry).code())
                .containsExactly("json.shape", "reading.no-device", "reading.no-number", "ask.time", "reading.number");
    }

    @Test
    void invalidJsonLineDoesNotAffectTheNext() {
        List<Entry> entries = JsonSamples.readLines(
                "{\"deviceId\":\"a\",\"v\":1}\n\n{\"deviceId\":\n{\"deviceId\":\"b\",\"v\":2}\n", NOW);
        assertThat(entries).extracting(Entry::line).containsExactly(1, 3, 4);
        assertThat(entries.get(1)).isInstanceOf(Bad.class);
        assertThat(entries.get(2)).isEqualTo(new Sample(4, "b", NOW, Map.of("v", 2.0), Map.of()));
    }

    @Test
    void everyCsvColumnIsAField() {
        List<Entry> entries = CsvSamples.read("""
            deviceId,at,temperature,humidity
            sensor_01,2026-04-20T13:00:00Z,22.4,
            "b,c",2026-04-20T13:00:00Z,1
            d,2026-04-20T13:00:00Z,warm,4
            """, NOW);
        assertThat(entries)
                .containsExactly(
                        new Sample(2, "sensor_01", AT, Map.of("temperature", 22.4), Map.of()),
                        new Bad(3, "csv.columns", "the line has 3 columns and the header 4"),
                        new Bad(4, "reading.no-number", "temperature is \"warm\"; a field must be a number"));
    }

    @Test
    void malformedCsvLineDoesNotAffectTheNext() {
        List<Entry> entries = CsvSamples.read(
                "\nlocation,deviceId,v\r\n\r\n"
                        + "x,a,1\n"
                        + "\"x\" ,b,2\n"
                        + "x,c,3\n\n"
                        + "\"x\ny\",d,4\n"
                        + "\"x\ny\"z,e,5\n"
                        + "x,\"f \"\"1\"\"\",6\r"
                        + "x,\"g,7\n"
                        + "x,h,8",
                NOW);
        Map<String, String> x = Map.of("location", "x");
        assertThat(entries)
                .containsExactly(
                        new Sample(4, "a", NOW, Map.of("v", 1.0), x),
                        new Bad(
                                5,
                                "csv.syntax",
                                "the line is not CSV: a closing quote is not followed by a comma or the end of the line"),
                        new Sample(6, "c", NOW, Map.of("v", 3.0), x),
                        new Sample(8, "d", NOW, Map.of("v", 4.0), Map.of("location", "x\ny")),
                        new Bad(
                                10,
                                "csv.syntax",
                                "the line is not CSV: a closing quote is not followed by a comma or the end of the line"),
                        new Sample(12, "f \"1\"", NOW, Map.of("v", 6.0), x),
                        new Bad(13, "csv.syntax", "the line is not CSV: a quote is opened and never closed"),
                        new Sample(14, "h", NOW, Map.of("v", 8.0), x));
    }

    @Test
    void malformedCsvHeaderIsReportedWithItsLine() {
        assertThat(CsvSamples.read("\n\"deviceId\"x,v\na,1\n", NOW))
                .singleElement()
                .isEqualTo(new Bad(
                        2,
                        "csv.syntax",
                        "the line is not CSV: a closing quote is not followed by a comma or the end of the line"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "at,temperature\n", "deviceId,a,a\n"})
    void csvWithoutAHeaderIsRefused(String body) {
        assertThat(CsvSamples.read(body, NOW)).singleElement().isInstanceOf(Bad.class);
    }

    @Test
    void tooLongNameIsRefusedAndTooLongLabelTruncated() {
        String name = "n".repeat(257);
        assertThat(JsonSamples.read("{\"deviceId\":\"a\",\"" + name + "\":1}", NOW))
                .singleElement()
                .isInstanceOfSatisfying(Bad.class, bad -> assertThat(bad.code()).isEqualTo("reading.field-too-long"));
        assertThat(CsvSamples.read("deviceId,at," + name + "\na,,1\n", NOW))
                .singleElement()
                .isInstanceOfSatisfying(Bad.class, bad -> assertThat(bad.code()).isEqualTo("reading.field-too-long"));
        // An emoji is two characters, of which only the first fits.
        String text = "x".repeat(255);
        assertThat(JsonSamples.read("{\"deviceId\":\"a\",\"t\":1,\"note\":\"" + text + "😀\"}", NOW))
                .containsExactly(new Sample(1, "a", NOW, Map.of("t", 1.0), Map.of()).withTexts(Map.of("note", text)));
        assertThat(JsonSamples.read("{\"deviceId\":\"a\",\"t\":1,\"labels\":{\"note\":\"" + text + "😀\"}}", NOW))
                .containsExactly(new Sample(1, "a", NOW, Map.of("t", 1.0), Map.of("note", text)));
    }

    @Test
    void textsBelongToTheReading() {
        Sample sample = new Sample(1, "a", NOW, Map.of("t", 1.0), Map.of()).withTexts(Map.of("state", "on", "by", "x"));
        for (String body : List.of(
                "{\"deviceId\":\"a\",\"t\":1,\"state\":\"on\",\"by\":\"x\"}",
                "{\"deviceId\":\"a\",\"fields\":{\"t\":1,\"state\":\"on\"},\"by\":\"x\"}",
                "{\"deviceId\":\"a\",\"fields\":{\"t\":1},\"texts\":{\"state\":\"on\",\"by\":\"x\",\"none\":null}}")) {
            assertThat(JsonSamples.read(body, NOW)).containsExactly(sample);
        }
        assertThat(CsvSamples.read("deviceId,t,texts.state,texts.by\na,1,on,x\n", NOW))
                .extracting(entry -> ((Sample) entry).texts())
                .containsExactly(sample.texts());
        assertThat(JsonSamples.read("{\"deviceId\":\"a\",\"texts\":{\"state\":\"on\"}}", NOW))
                .as("only texts")
                .containsExactly(new Sample(1, "a", NOW, Map.of(), Map.of()).withTexts(Map.of("state", "on")));
        assertThat(JsonSamples.read("[{\"deviceId\":\"a\",\"texts\":{\"t\":1}},{\"deviceId\":\"a\",\"t\":\"\"}]", NOW))
                .extracting(entry -> ((Bad) entry).code())
                .containsExactly("reading.no-text", "reading.no-value");
    }

    @Test
    void textsBeyondTheLimitAreLeftOut() {
        String many = IntStream.range(0, 40)
                .mapToObj(i -> "\"t%s\":\"x\"".formatted(10 + i))
                .collect(Collectors.joining(","));
        assertThat(JsonSamples.read("{\"deviceId\":\"a\"," + many + "}", NOW))
                .extracting(entry -> ((Sample) entry).texts().size())
                .containsExactly(SampleRules.MAX_LABELS);
    }

    @Test
    void nullClockIsReadFromTimestamp() {
        assertThat(JsonSamples.read("{\"deviceId\":\"a\",\"at\":null,\"timestamp\":1776690000000,\"t\":1}", NOW))
                .containsExactly(new Sample(1, "a", AT, Map.of("t", 1.0), Map.of()));
    }

    @Test
    void tagNamesTheDeviceOfAPoint() {
        assertThat(lines("air,device=roof,location=hall t=1 1776690000", Precision.SECONDS))
                .containsExactly(new Sample(
                        1, "air,device=roof,location=hall", AT, Map.of("t", 1.0), Map.of("location", "hall")));
        assertThat(lines("cpu,host=web1 busy=0.5,state=\"ok\"", Precision.NANOS))
                .containsExactly(new Sample(1, "cpu,host=web1", NOW, Map.of("busy", 0.5), Map.of("host", "web1"))
                        .withTexts(Map.of("state", "ok")));
    }

    private static List<String> devices(String body) {
        return lines(body, Precision.NANOS).stream()
                .map(entry -> ((Sample) entry).deviceId())
                .toList();
    }

    @Test
    void pointsWithDifferentTagsAreDifferentSeries() {
        assertThat(devices("disk,device=sda1,host=hostA used=1 1\ndisk,device=sda1,host=hostB used=2 1"))
                .containsExactly("disk,device=sda1,host=hostA", "disk,device=sda1,host=hostB");
        // The order of tags in the line, and of lines, does not matter.
        assertThat(devices("disk,path=/,host=hostA,device=sda1 used=1\ndisk,device=sda1,host=hostA,path=/ free=2"))
                .containsExactly("disk,device=sda1,host=hostA,path=/", "disk,device=sda1,host=hostA,path=/");
        assertThat(devices("m,device=a,device_id=b v=1\nm,device=a v=1\nm,device_id=b v=1"))
                .containsExactly("m,device=a,device_id=b", "m,device=a", "m,device_id=b");
    }

    @Test
    void measurementAndLocationArePartOfTheId() {
        assertThat(devices("m,device=roof v=1\nm,device=roof,location=hall v=1\nother,device=roof,location=yard v=1"))
                .containsExactly("m,device=roof", "m,device=roof,location=hall", "other,device=roof,location=yard");
        // As an export writes it: the device is the whole id, unless the id says more.
        assertThat(devices("readings,device=roof v=1\nreadings,device=cpu\\,host\\=web1 v=1"))
                .containsExactly("roof", "readings,device=cpu\\,host=web1");
    }

    @Test
    void commaInsideATagStartsNoOtherTag() {
        assertThat(devices("m,device=a,b=c\\,d\\=e v=1\nm,device=a,b=c,d=e v=1\nm,device=a\\,b\\=c,d=e v=1"))
                .containsExactly("m,b=c\\,d=e,device=a", "m,b=c,d=e,device=a", "m,d=e,device=a\\,b=c");
        assertThat(devices("cpu,b=c\\,d\\=e v=1\ncpu,b=c,d=e v=1\ncpu,b\\=c=d v=1\ncpu,b=c\\=d v=1"))
                .containsExactly("cpu,b=c\\,d=e", "cpu,b=c,d=e", "cpu,b\\=c=d", "cpu,b=c=d");
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "..", "a\u0007b", "a\u202eb", "a\u2028b", "a\u0000"})
    void ambiguousIdIsRefused(String id) {
        String json = "{\"deviceId\":\"%s\",\"v\":1}"
                .formatted(
                        id.codePoints().mapToObj("\\u%04x"::formatted).collect(java.util.stream.Collectors.joining()));
        assertThat(JsonSamples.read(json, NOW))
                .singleElement()
                .isInstanceOfSatisfying(Bad.class, bad -> assertThat(bad.code()).startsWith("reading.device-"));
        assertThat(lines("m,device=" + id + " v=1", Precision.NANOS))
                .singleElement()
                .isInstanceOf(Bad.class);
        assertThat(JsonSamples.read("{\"deviceId\":\"...\",\"v\":1}", NOW))
                .singleElement()
                .isInstanceOf(Sample.class);
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        assertThat(CsvSamples.read("deviceId,v\na,9.9e125\na,-1e-130\na,1e126\na,1e-131\na,1e400\n", NOW))
                .extracting(entry -> entry instanceof Bad bad ? bad.code() : "")
                .containsExactly("", "", "reading.number", "reading.number", "reading.number");
        assertThat(JsonSamples.read("{\"deviceId\":\"a\",\"v\":1e126}", NOW))
                .singleElement()
                .extracting(entry -> ((Bad) entry).message())
                .isEqualTo("v is 1.0E126; numbers must be 0 or have a size from 1E-130 to below 1E+126: scale it");
    }

    @Test
    void wholeNumberThatWouldLoseADigitIsRefused() {
        String body = "[{\"deviceId\":\"a\",\"v\":9007199254740993},{\"deviceId\":\"a\",\"v\":9007199254740992},"
                + "{\"deviceId\":\"a\",\"v\":-9007199254740993},{\"deviceId\":\"a\",\"v\":1152921504606847000}]";
        assertThat(JsonSamples.read(body, NOW))
                .extracting(entry -> entry instanceof Bad bad ? bad.code() : "")
                .containsExactly("reading.number-digits", "", "reading.number-digits", "");
        assertThat(CsvSamples.read("deviceId,v\na,9007199254740993\na,9007199254740992\n", NOW))
                .extracting(entry -> entry instanceof Bad bad ? bad.code() : "")
                .containsExactly("reading.number-digits", "");
    }

    @Test
    void pointWithoutValuesIsSkipped() {
        assertThat(lines(
                        "log text=\"only\"\ncpu,device=d busy=1,state=\"ok\" 1776690000\nlog text=\"\" 7",
                        Precision.SECONDS))
                .containsExactly(
                        new Sample(1, "log,", NOW, Map.of(), Map.of()).withTexts(Map.of("text", "only")),
                        new Sample(2, "cpu,device=d", AT, Map.of("busy", 1.0), Map.of())
                                .withTexts(Map.of("state", "ok")));
        assertThat(lines("log text=\"\"", Precision.NANOS)).isEmpty();
    }

    @Test
    void timestampsAreReadInTheGivenPrecision() {
        assertThat(Precision.of("").instant(1_776_690_000_000_000_001L)).isEqualTo(AT.plusNanos(1));
        assertThat(Precision.of("us").instant(-1)).isEqualTo(Instant.EPOCH.minusNanos(1_000));
        assertThat(Precision.of("ms").instant(1_776_690_000_000L)).isEqualTo(AT);
        assertThat(Precision.of("m").instant(29_611_500L)).isEqualTo(AT);
        assertThat(Precision.of("h").instant(-1)).isEqualTo(Instant.EPOCH.minusSeconds(3_600));
        for (Precision precision : List.of(Precision.SECONDS, Precision.HOURS)) {
            assertThat(lines("m v=1 " + Long.MAX_VALUE, precision))
                    .singleElement()
                    .isInstanceOf(Bad.class);
        }
    }

    /** Random changes of bodies cause no crash: each entry is a sample or an error. */
    @Test
    void mutatedBodiesAreReadToTheirEnd() {
        List<String> bodies = List.of(
                "[{\"deviceId\":\"a\",\"at\":\"2026-04-20T13:00:00Z\",\"fields\":{\"t\":1.5}},{\"deviceId\":\"b\",\"t\":-2e3}]",
                "deviceId,at,t\na,2026-04-20T13:00:00Z,1\n\"b\",,2\n",
                "{\"deviceId\":\"a\",\"t\":1}\n{\"deviceId\":\"b\",\"t\":2}\n");
        for (long seed = 0; seed < 5_000; seed++) {
            var random = new SplittableRandom(seed);
            var body = new StringBuilder(bodies.get(random.nextInt(bodies.size())));
            for (int i = random.nextInt(6); i >= 0; i--) {
                int at = random.nextInt(body.length());
                switch (random.nextInt(3)) {
                    case 0 -> body.setCharAt(at, "{}[]\",:\n0-e\\\u0000é".charAt(random.nextInt(14)));
                    case 1 -> body.deleteCharAt(at);
                    default -> body.insert(at, body.substring(at));
                }
            }
            String text = body.toString();
            List<Entry> all = new ArrayList<>(JsonSamples.read(text, NOW));
            all.addAll(JsonSamples.readLines(text, NOW));
            all.addAll(CsvSamples.read(text, NOW));
            assertThat(all)
                    .as("seed %s", seed)
                    .allSatisfy(entry -> assertThat(entry.line()).isPositive());
        }
    }
}
