package dev.varve.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.influxdb.client.InfluxDBClient;
import com.influxdb.client.InfluxDBClientFactory;
import com.influxdb.client.domain.WritePrecision;
import com.influxdb.client.write.Point;
import dev.varve.iot.DynamicReading;
import dev.varve.server.docs.OpenApi;
import dev.varve.server.http.route.EventStream;
import dev.varve.server.ops.MetricNames;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The HTTP API of a fleet, on every engine. */
@ParameterizedClass
@EnumSource
class ServiceTest extends EngineFixture {

    private static final int MAX_ATTEMPTS = 50;

    ServiceTest(TestEngine engine) {
        super(engine);
    }

    private static String lines(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> "climate,device=sensor_01,location=hall-a temperature=%s,humidity=%s %s"
                        .formatted(20 + i % 3, 40 + i % 5, millis(i)))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void lineProtocolNeedsNoDeclarationAndRetriesAreDuplicates() throws Exception {
        assertThat(browser.post("/write?precision=ms", "text/plain", lines(0, 50))
                        .status())
                .isEqualTo(204);
        assertThat(browser.post("/api/v2/write?bucket=b&org=o&precision=ms", "text/plain", lines(0, 50))
                        .status())
                .isEqualTo(204);
        JsonNode readings = browser.ask("/api/v1/devices/sensor_01/readings?from=-2h");
        // The newest reading is at this instant, which the range excludes.
        assertThat(readings.path("readings")).hasSize(49);
        JsonNode device = browser.ask("/api/v1/devices/sensor_01");
        assertThat(device.path("location").asText()).isEqualTo("hall-a");
        assertThat(device.path("series").get(0).path("measurement").asText()).isEqualTo("climate");
    }

    @Test
    void influxClientsWorkUnchanged() throws Exception {
        try (InfluxDBClient influx = InfluxDBClientFactory.create(
                "http://127.0.0.1:" + service.port(), "any".toCharArray(), "org", "bucket")) {
            assertThat(influx.ping()).isTrue();
            influx.getWriteApiBlocking()
                    .writePoints(IntStream.range(0, 20)
                            .mapToObj(i -> Point.measurement("cpu")
                                    .addTag("host", "web 1")
                                    .addField("usage", i * 1.5)
                                    .addField("cores", 4)
                                    .time(millis(i + 1), WritePrecision.MS))
                            .toList());
        }
        JsonNode readings = browser.ask("/api/v1/devices/cpu,host=web%201/readings?from=-1h");
        assertThat(readings.path("readings")).hasSize(20);
        assertThat(readings.path("readings")
                        .get(19)
                        .path("fields")
                        .path("usage")
                        .asDouble())
                .isEqualTo(0);
    }

    @Test
    void textsAreKeptWithTheirReading() throws Exception {
        String body =
                "m,device=d v=1,state=\"on, \\\"hot\\\"\" %s\nm,device=d message=\"=1+1\" %s\nm,device=e empty=\"\" %s"
                        .formatted(millis(2), millis(1), millis(1));
        assertThat(browser.post("/write?precision=ms", "text/plain", body).status())
                .isEqualTo(204);
        assertThat(browser.post("/api/v1/readings?precision=ms", "text/x-line-protocol", body)
                        .body())
                .contains("\"duplicates\":2", "\"failed\":0");
        assertThat(browser.ask("/api/v1/devices").path("total").asInt())
                .as("an empty text is nothing")
                .isEqualTo(1);
        assertThat(browser.ask("/api/v1/devices/d/readings").path("readings").toString())
                .isEqualTo(
                        "[{\"at\":\"2060-04-20T13:58:00Z\",\"fields\":{\"v\":1.0},\"texts\":{\"state\":\"on, \\\"hot\\\"\"},\"series\":\"m,device=d\"},"
                                + "{\"at\":\"2060-04-20T13:59:00Z\",\"fields\":{},\"texts\":{\"message\":\"=1+1\"},\"series\":\"m,device=d\"}]");
        assertThat(browser.ask("/api/v1/devices/d/latest").path("texts").toString())
                .isEqualTo("{\"message\":\"=1+1\"}");
        assertThat(browser.ask("/api/v1/devices/d")
                        .path("latest")
                        .path("texts")
                        .path("message")
                        .asText())
                .isEqualTo("=1+1");
        String table = "at,v,texts.message,texts.state\r\n2060-04-20T13:58:00Z,1.0,,\"on, \"\"hot\"\"\"\r\n"
                + "2060-04-20T13:59:00Z,,'=1+1,\r\n";
        assertThat(browser.get("/api/v1/devices/d/readings?format=csv").body()).isEqualTo(table);
        assertThat(browser.get("/api/v1/devices/d/readings?format=csv&limit=5").body())
                .isEqualTo(table);
        assertThat(browser.get("/api/v1/devices/d/readings?format=csv&fields=state,v")
                        .body()
                        .lines())
                .containsExactly(
                        "at,state,v", "2060-04-20T13:58:00Z,\"on, \"\"hot\"\"\",1.0", "2060-04-20T13:59:00Z,,");
    }

    @Test
    void readingAppendedBesideTheApiIsShownAtOnce() throws Exception {
        assertThat(browser.ask("/api/v1/devices").path("total").asInt()).isZero();
        database.append(List.of(new DynamicReading("beside", NOW.minusSeconds(5), Map.of("v", 7.0))));
        catchUp();
        clock.advance(Duration.ofMinutes(1));
        JsonNode device = browser.ask("/api/v1/devices").path("devices").get(0);
        assertThat(device.path("latest").path("fields").path("v").asInt()).isEqualTo(7);
        database.append(List.of(new DynamicReading("beside", NOW, Map.of("v", 8.0))));
        catchUp();
        device = browser.ask("/api/v1/devices").path("devices").get(0);
        assertThat(device.path("latest").path("fields").path("v").asInt()).isEqualTo(8);
    }

    @Test
    void precisionCanBeMinutesOrHours() throws Exception {
        long hours = NOW.getEpochSecond() / 3_600 - 1;
        assertThat(browser.post("/write?precision=h", "text/plain", "m,device=d v=1 " + hours)
                        .status())
                .isEqualTo(204);
        assertThat(browser.post("/write?precision=m", "text/plain", "m,device=d v=2 " + (hours * 60 + 1))
                        .status())
                .isEqualTo(204);
        assertThat(browser.get("/api/v1/devices/d/readings?format=csv&limit=10").body())
                .isEqualTo("at,v\r\n2060-04-20T13:00:00Z,1.0\r\n2060-04-20T13:01:00Z,2.0\r\n");
    }

    @Test
    void csvOfDevicesAndReadingsHasPlainValues() throws Exception {
        browser.post(
                "/write?precision=ms",
                "text/plain",
                "m,device=a,location=hall-a -cmd=1 %s\nm,device=b v=1 %s".formatted(millis(1), millis(1)));
        catchUp();
        assertThat(browser.get("/api/v1/devices?format=csv").body())
                .startsWith("deviceId,name,type,status,online,location,firmware,lastSeenAt,seriesCount\r\n")
                .contains("a,a,sensor,active,true,hall-a,,")
                .contains("b,b,sensor,active,true,,,")
                .doesNotContain("Optional");
        assertThat(browser.get("/api/v1/devices/a/readings?format=csv").body()).startsWith("at,'-cmd\r\n");
        assertThat(browser.get("/api/v1/devices/a/readings?format=csv&limit=5").body())
                .startsWith("at,'-cmd\r\n");
    }

    @Test
    void csvOfMoreReadingsThanAreHeldInMemoryHasAllReadingsAndColumns() throws Exception {
        int count = 5_010;
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            lines.append("readings,device=d %s=%s %s\n"
                    .formatted(
                            i == count - 1 ? "last" : "v",
                            i,
                            NOW.minusMillis(count - i).toEpochMilli()));
        }
        assertThat(browser.post("/write?precision=ms", "text/plain", lines.toString())
                        .status())
                .isEqualTo(204);
        List<String> rows = browser.get("/api/v1/devices/d/readings?from=-1h&format=csv")
                .body()
                .lines()
                .toList();
        assertThat(rows).hasSize(count + 1).doesNotHaveDuplicates();
        assertThat(rows.get(0)).isEqualTo("at,last,v");
        assertThat(rows.get(count)).isEqualTo("2060-04-20T13:59:59.999Z,%s.0,".formatted(count - 1));
    }

    @Test
    void csvOfReadingsHasAColumnForEveryField() throws Exception {
        browser.post(
                "/write?precision=ms",
                "text/plain",
                "m,device=d a=1 %s\nm,device=d b=2,c=3 %s".formatted(millis(1), millis(2)));
        String hour = "/api/v1/devices/d/readings?from=-1h&format=csv";
        assertThat(browser.get(hour).body().lines()).hasSize(3).first().isEqualTo("at,a,b,c");
        assertThat(browser.get(hour + "&fields=c,a").body().lines()).first().isEqualTo("at,c,a");
        assertThat(browser.get(hour + "&fields=c&limit=2").body().lines())
                .first()
                .isEqualTo("at,c");
        assertThat(browser.ask("/api/v1/devices/d/readings?fields=c,x")
                        .path("readings")
                        .findValues("fields")
                        .toString())
                .isEqualTo("[{\"c\":3.0}, {}]");
    }

    @Test
    void fieldNamedLikeTheClockHasItsOwnColumn() throws Exception {
        browser.post("/write?precision=ms", "text/plain", "m,device=d at=7,b=2 " + millis(1));
        String table = "at,fields.at,b\r\n2060-04-20T13:59:00Z,7.0,2.0\r\n";
        assertThat(browser.get("/api/v1/devices/d/readings?format=csv").body()).isEqualTo(table);
        assertThat(browser.get("/api/v1/devices/d/readings?format=csv&limit=5").body())
                .isEqualTo(table);
        assertThat(browser.get("/api/v1/devices/d/readings?format=csv&fields=at&limit=5")
                        .body())
                .isEqualTo("at,fields.at\r\n2060-04-20T13:59:00Z,7.0\r\n");
    }

    @Test
    void csvOfRowsHasTheValuesOfTheJson() throws Exception {
        browser.post(
                "/write?precision=ms",
                "text/plain",
                "m,device=d a=1,b=5 %s\nm,device=d a=3 %s\nm,device=d a=7 %s"
                        .formatted(millis(150), millis(140), millis(30)));
        catchUp();
        String hours = "/api/v1/rollups?device=d&from=-3h&format=csv&fill=";
        String head = "start,end,stored,count,a.avg,a.min,a.max,a.sum,a.count,b.avg,b.min,b.max,b.sum,b.count";
        // The rows of packed readings are computed on read until their blocks are written.
        boolean isStored = layout() == ReadingLayout.ITEMS;
        String first = "2060-04-20T11:00:00Z,2060-04-20T12:00:00Z,%s,2,2.0,1.0,3.0,4.0,2,5.0,5.0,5.0,5.0,1"
                .formatted(isStored);
        String last = "2060-04-20T13:00:00Z,2060-04-20T14:00:00Z,%s,1,7.0,7.0,7.0,7.0,1,,,,,".formatted(isStored);
        String between = "2060-04-20T12:00:00Z,2060-04-20T13:00:00Z,false,0,";
        assertThat(browser.get(hours + "none").body().lines()).containsExactly(head, first, last);
        assertThat(browser.get(hours + "zero").body().lines())
                .containsExactly(head, first, between + ",,,,,,,,,", last);
        assertThat(browser.get(hours + "linear").body().lines())
                .containsExactly(head, first, between + "4.5,4.0,5.0,0.0,0,,,,,", last);
        assertThat(browser.ask("/api/v1/rollups?device=d&from=-3h&fill=linear")
                        .path("rows")
                        .get(1)
                        .path("fields")
                        .toString())
                .isEqualTo("{\"a\":{\"avg\":4.5,\"min\":4.0,\"max\":5.0,\"sum\":0.0,\"count\":0}}");
    }

    @Test
    void fieldsOfOneInstantAreMergedIntoOneReading() throws Exception {
        browser.post("/write?precision=ms", "text/plain", "m,device=d a=1 " + millis(1));
        browser.post("/write?precision=ms", "text/plain", "m,device=d b=2 " + millis(1));
        JsonNode readings = browser.ask("/api/v1/devices/d/readings");
        assertThat(readings.path("readings")).hasSize(1);
        assertThat(readings.path("readings").get(0).path("fields").toString()).isEqualTo("{\"a\":1.0,\"b\":2.0}");
    }

    @Test
    void validLinesOfABatchWithErrorsAreStored() throws Exception {
        String body = "m,device=d v=1 " + millis(1) + "\nm,device=d v= 5\nm,device=d v=3 " + millis(3);
        Browser.Answer answer = browser.post("/api/v2/write?precision=ms", "text/plain", body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("code").asText()).isEqualTo("invalid");
        assertThat(answer.json().path("message").asText()).contains("line 2").contains("1 of 3 lines");
        assertThat(browser.ask("/api/v1/devices/d/readings").path("readings")).hasSize(2);

        Browser.Answer far = browser.post("/write?precision=s", "text/plain", "m,device=d v=1 4102444800000");
        assertThat(far.status()).isIn(400, 422);
        // Nanoseconds sent as seconds: the year is out of range.
        Browser.Answer farther = browser.post("/write?precision=s", "text/plain", "m,device=d v=1 1776700800000000000");
        assertThat(farther.status()).isEqualTo(400);
        assertThat(farther.body()).contains("is the precision right?");
    }

    @Test
    void deletedDeviceCanBeCreatedAgain() throws Exception {
        browser.post("/write?precision=ms", "text/plain", lines(1, 30) + "\nm,device=other v=1 " + millis(1));
        catchUp();
        assertThat(browser.delete("/api/v1/devices/sensor_01?unseenSince=-1h").body())
                .contains("device.seen");
        assertThat(browser.delete("/api/v1/devices/sensor_01")
                        .json()
                        .path("readings")
                        .asInt())
                .isEqualTo(29);
        catchUp();
        assertThat(browser.get("/api/v1/devices/sensor_01").status()).isEqualTo(404);
        assertThat(browser.delete("/api/v1/devices/sensor_01").status()).isEqualTo(404);
        assertThat(browser.ask("/api/v1/devices").path("total").asInt()).isEqualTo(1);
        assertThat(browser.ask("/api/v1/devices/sensor_01/readings").path("readings"))
                .isEmpty();
        assertThat(browser.ask("/api/v1/rollups?device=sensor_01&from=-1d").path("rows"))
                .isEmpty();
        assertThat(browser.post("/write?precision=ms", "text/plain", lines(1, 2))
                        .status())
                .isEqualTo(204);
        assertThat(browser.ask("/api/v1/devices").path("total").asInt()).isEqualTo(2);
        assertThat(browser.put("/api/v1/devices/other", Map.of("status", "deleting"))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void deviceHasTheFieldsOfAllItsMeasurements() throws Exception {
        browser.post(
                "/write?precision=ms",
                "text/plain",
                "air,device=d temperature=1 %s\npower,device=d volts=2 %s".formatted(millis(2), millis(1)));
        JsonNode device = browser.ask("/api/v1/devices/d");
        assertThat(device.path("latest").path("fields").toString()).isEqualTo("{\"temperature\":1.0,\"volts\":2.0}");
        assertThat(browser.ask("/api/v1/devices/d/latest").path("fields").toString())
                .isEqualTo("{\"volts\":2.0}");
        assertThat(device.path("fields").toString()).isEqualTo("[\"temperature\",\"volts\"]");
    }

    @Test
    void fieldsBeyondTheLimitAreRefusedByName() throws Exception {
        String fields =
                IntStream.range(0, 65).mapToObj(i -> "f%02d=%s".formatted(i, i)).collect(Collectors.joining(","));
        Browser.Answer answer =
                browser.post("/write?precision=ms", "text/plain", "m,device=d " + fields + " " + millis(1));
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json().path("message").asText())
                .isEqualTo("line 1: series m,device=d has reached the limit of 64 fields: f64 was not stored. Send"
                        + " them in another series; all other lines were stored");
        catchUp();
        assertThat(browser.ask("/api/v1/rollups?device=d&from=-2h")
                        .path("rows")
                        .get(0)
                        .path("fields"))
                .hasSize(64);
        assertThat(browser.ask("/api/v1/devices/d").path("fieldsLeftOut").toString())
                .isEqualTo("[\"f64\"]");
    }

    @Test
    void locationsAreListedInPagesWithProblemsFirst() throws Exception {
        String body = IntStream.range(0, 130)
                .mapToObj(i -> "m,device=d%s,location=hall-%03d v=1 %s".formatted(i, i, millis(i == 77 ? 40 : 1)))
                .collect(Collectors.joining("\n"));
        browser.post("/write?precision=ms", "text/plain", body);
        catchUp();
        JsonNode fleet = browser.ask("/api/v1/fleet");
        assertThat(fleet.path("locations")).hasSize(100);
        assertThat(fleet.path("locationCount").asInt()).isEqualTo(130);
        assertThat(fleet.path("locations").get(0).path("location").asText()).isEqualTo("hall-077");
        JsonNode page = browser.ask("/api/v1/locations?limit=100&page=100");
        assertThat(page.path("locations")).hasSize(30);
        assertThat(page.path("total").asInt()).isEqualTo(130);
        assertThat(page.path("next").isNull()).isTrue();
        assertThat(browser.ask("/api/v1/locations?q=HALL-01").path("total").asInt())
                .isEqualTo(10);
    }

    @Test
    void alertOfADeletedRuleStillNamesItsField() throws Exception {
        browser.put("/api/v1/rules/too-hot", Map.of("kind", "above", "field", "temperature", "limit", 30));
        clock.advance(Duration.ofMinutes(1));
        browser.post("/write?precision=ms", "text/plain", "m,device=oven temperature=45 " + millis(0));
        catchUp();
        browser.delete("/api/v1/rules/too-hot");
        assertThat(browser.ask("/api/v1/rules").path("rules")).isEmpty();
        JsonNode alert = browser.ask("/api/v1/alerts").path("alerts").get(0);
        assertThat(alert.path("field").asText()).isEqualTo("temperature");
        assertThat(browser.post("/api/v1/alerts/oven/" + alert.path("alertId").asText() + "/resolve", Map.of())
                        .json()
                        .path("field")
                        .asText())
                .isEqualTo("temperature");
        browser.put("/api/v1/rules/too-hot", Map.of("kind", "above", "field", "humidity", "limit", 30));
        assertThat(browser.ask("/api/v1/rules").path("rules")).hasSize(1);
        assertThat(browser.put("/api/v1/rules/x", Map.of("kind", "retired", "field", "v"))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void errorStatesWhetherOtherLinesWereStored() throws Exception {
        assertThat(browser.post("/write?precision=ms", "text/plain", "m,device=d v= 5")
                        .json()
                        .path("message")
                        .asText())
                .endsWith("; the line was not stored");
        assertThat(browser.post("/write?precision=ms", "text/plain", "m,device=d v= 5\nm,device=d w= 5")
                        .json()
                        .path("message")
                        .asText())
                .endsWith("; none of the 2 lines was stored");
        assertThat(browser.post("/write?precision=ms", "text/plain", "m,device=d v= 5\nm,device=d v=3 " + millis(3))
                        .json()
                        .path("message")
                        .asText())
                .endsWith("; 1 of 2 lines was not stored, the others were");
    }

    @Test
    void linesThatDifferInATagAreSeparateSeriesOfADevice() throws Exception {
        String body = "disk,device=sda1,host=hostA used=1 %s\ndisk,device=sda1,host=hostB used=2 %s"
                .formatted(millis(1), millis(1));
        assertThat(browser.post("/write?precision=ms", "text/plain", body).status())
                .isEqualTo(204);
        for (String host : List.of("hostA", "hostB")) {
            JsonNode readings = browser.ask("/api/v1/devices/disk,device=sda1,host=" + host + "/readings");
            assertThat(readings.path("readings")).hasSize(1);
            assertThat(readings.path("readings")
                            .get(0)
                            .path("fields")
                            .path("used")
                            .asInt())
                    .isEqualTo(host.equals("hostA") ? 1 : 2);
        }
        assertThat(browser.ask("/api/v1/devices/sda1/readings").path("readings"))
                .hasSize(2);
        assertThat(browser.ask("/api/v1/devices/disk,device=sda1,host=hostA")
                        .path("labels")
                        .path("host")
                        .asText())
                .isEqualTo("hostA");
    }

    @Test
    void readingsCanBeSentAsJsonLinesAndCsv() throws Exception {
        Browser.Answer json =
                browser.post("/api/v1/readings", Map.of("deviceId", "d", "at", millis(3), "fields", Map.of("v", 1.5)));
        assertThat(json.body()).contains("\"accepted\":1");
        browser.post(
                "/api/v1/readings",
                "application/x-ndjson",
                "{\"deviceId\":\"d\",\"at\":%s,\"v\":2.5}\n{\"deviceId\":\"d\"}\n".formatted(millis(2)));
        Browser.Answer csv = browser.post(
                "/api/v1/readings", "text/csv", "deviceId,at,v\nd,%s,3.5\nd,%s,3.5\n".formatted(millis(1), millis(1)));
        assertThat(csv.json().path("accepted").asInt()
                        + csv.json().path("duplicates").asInt())
                .isEqualTo(2);
        assertThat(browser.get("/api/v1/devices/d/readings?format=csv&limit=10").body())
                .isEqualTo(
                        "at,v\r\n2060-04-20T13:57:00Z,1.5\r\n2060-04-20T13:58:00Z,2.5\r\n2060-04-20T13:59:00Z,3.5\r\n");
    }

    @Test
    void csvOfReadingsIsNotPaged() throws Exception {
        browser.post("/write?precision=ms", "text/plain", lines(1, 40));
        catchUp();
        Browser.Answer all = browser.get("/api/v1/devices/sensor_01/readings?format=csv");
        assertThat(all.status()).isEqualTo(200);
        assertThat(all.body().lines()).hasSize(40);
        assertThat(all.body()).startsWith("at,humidity,temperature\r\n").endsWith("\r\n");
    }

    @Test
    void bodyWithTooManyReadingsIsRefused() throws Exception {
        Browser.Answer answer = browser.post("/write", "text/plain", "m,device=d v=1 1\n".repeat(100_001));
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.body()).contains("more than 100000 readings");
    }

    @Test
    void clockOutOfRangeFailsOnlyItsLine() throws Exception {
        String body = "m,device=d v=1 -62135596800000\nm,device=d v=2 " + millis(1);
        assertThat(browser.post("/write?precision=ms", "text/plain", body).status())
                .isEqualTo(422);
        assertThat(browser.ask("/api/v1/devices/d/readings").path("readings")).hasSize(1);
    }

    @Test
    void pagesKeepTheRangeOfTheFirstPage() throws Exception {
        browser.post("/write?precision=ms", "text/plain", lines(1, 60));
        List<String> seen = new ArrayList<>();
        for (String page = ""; page != null; ) {
            JsonNode answer = browser.ask("/api/v1/devices/sensor_01/readings?from=-50m&limit=20"
                    + (page.isEmpty() ? "" : "&page=" + URLEncoder.encode(page, StandardCharsets.UTF_8)));
            answer.path("readings")
                    .forEach(reading -> seen.add(reading.path("at").asText()));
            page = answer.path("next").asText(null);
            clock.advance(Duration.ofMinutes(1));
        }
        assertThat(seen).hasSize(50).doesNotHaveDuplicates().isSorted();
        assertThat(browser.get("/api/v1/devices/sensor_01/readings?page=nonsense")
                        .body())
                .contains("page.token");
    }

    @Test
    void truncatedOrChangedPageTokenIsRefused() throws Exception {
        browser.post("/write?precision=ms", "text/plain", lines(1, 9));
        String next = browser.ask("/api/v1/devices/sensor_01/readings?from=-50m&limit=2")
                .path("next")
                .asText();
        List<String> damaged = new ArrayList<>(List.of(next + "A", next.replaceFirst("Z~", ".000Z~")));
        for (int i = 1; i < next.length(); i++) {
            damaged.add(next.substring(0, i));
            damaged.add(next.substring(0, i) + (next.charAt(i) == '1' ? '2' : '1') + next.substring(i + 1));
        }
        for (String page : damaged) {
            assertThat(browser.get("/api/v1/devices/sensor_01/readings?limit=2&page="
                                    + URLEncoder.encode(page, StandardCharsets.UTF_8))
                            .body())
                    .as(page)
                    .contains("page.token");
        }
    }

    @Test
    void chartOfRowsIncludesTheRowAtItsStart() throws Exception {
        browser.post("/write?precision=ms", "text/plain", lines(6_020, 6_021));
        catchUp();
        JsonNode series = browser.ask("/api/v1/devices/sensor_01/series?from=" + millis(6_010));
        assertThat(series.path("tier").asText()).isEqualTo("hour");
        assertThat(series.path("fields").path("temperature").path("t")).hasSize(1);
    }

    @Test
    void chartUsesReadingsForAShortRangeAndHoursForALongOne() throws Exception {
        browser.post("/write?precision=ms", "text/plain", lines(1, 240));
        catchUp();
        JsonNode day = browser.ask("/api/v1/devices/sensor_01/series?from=-6h");
        assertThat(day.path("tier").asText()).isEqualTo("raw");
        assertThat(day.path("fields").path("temperature").path("t")).hasSize(239);
        JsonNode month = browser.ask("/api/v1/devices/sensor_01/series?from=-20d");
        assertThat(month.path("tier").asText()).isEqualTo("hour");
        assertThat(month.path("fields").path("temperature").path("max").get(0).asDouble())
                .isEqualTo(22);
        JsonNode rows = browser.ask("/api/v1/rollups?device=sensor_01&tier=day&from=-2d");
        assertThat(rows.path("rows").toString()).contains("\"count\":239");
        // Rows of groups are refreshed after their hour is closed.
        clock.advance(Duration.ofHours(3));
        JsonNode all = verified(Map.of());
        for (int i = 0; i < MAX_ATTEMPTS && !all.path("wrong").isEmpty(); i++) {
            all = verified(Map.of());
        }
        assertThat(all.path("wrong")).isEmpty();
        JsonNode one = verified(Map.of("device", "sensor_01"));
        assertThat(one.path("checked").asInt()).isPositive();
        assertThat(one.path("wrong")).isEmpty();
    }

    private JsonNode verified(Map<String, ?> body) throws Exception {
        catchUp();
        return browser.post("/api/v1/rollups/verify", body).json();
    }

    @Test
    void alertIsOpenedAcknowledgedAndResolved() throws Exception {
        Browser.Answer put = browser.put(
                "/api/v1/rules/too-hot",
                Map.of("kind", "above", "field", "temperature", "limit", 30, "severity", "critical"));
        assertThat(put.status()).as(put.body()).isEqualTo(200);
        clock.advance(Duration.ofMinutes(1));
        browser.post("/write?precision=ms", "text/plain", "m,device=oven temperature=45 " + millis(0));
        catchUp();
        JsonNode alerts = browser.ask("/api/v1/alerts");
        assertThat(alerts.path("alerts")).hasSize(1);
        JsonNode alert = alerts.path("alerts").get(0);
        assertThat(alert.path("status").asText()).isEqualTo("open");
        assertThat(browser.ask("/api/v1/fleet").path("alerts").path("critical").asInt())
                .isEqualTo(1);
        String path = "/api/v1/alerts/oven/" + alert.path("alertId").asText();
        assertThat(browser.post(path + "/acknowledge", Map.of("by", "ada"))
                        .json()
                        .path("acknowledgedBy")
                        .asText())
                .isEqualTo("ada");
        assertThat(browser.post(path + "/resolve", Map.of("by", "ada"))
                        .json()
                        .path("status")
                        .asText())
                .isEqualTo("resolved");
        assertThat(browser.ask("/api/v1/alerts").path("alerts")).isEmpty();
        assertThat(browser.ask("/api/v1/alerts?device=oven").path("alerts")).hasSize(1);
        assertThat(browser.ask("/api/v1/alerts?status=resolved").path("alerts")).hasSize(1);
        JsonNode episodes = browser.post(
                        "/api/v1/rules/backtest",
                        Map.of(
                                "rule",
                                Map.of("kind", "above", "field", "temperature", "limit", 40),
                                "device",
                                "oven",
                                "from",
                                "-1d"))
                .json();
        assertThat(episodes.path("episodes")).hasSize(1);
    }

    @Test
    void devicesAreFilteredAndListedInPages() throws Exception {
        browser.post(
                "/write?precision=ms",
                "text/plain",
                IntStream.range(0, 7)
                        .mapToObj(i -> "m,device=dev-%s,location=hall-%s v=%s %s".formatted(i, i % 2, i, millis(i)))
                        .collect(Collectors.joining("\n")));
        catchUp();
        JsonNode page = browser.ask("/api/v1/devices?sort=v&order=desc&limit=5");
        assertThat(page.path("total").asInt()).isEqualTo(7);
        assertThat(page.path("devices").get(0).path("deviceId").asText()).isEqualTo("dev-6");
        JsonNode rest = browser.ask("/api/v1/devices?sort=v&order=desc&limit=5&page="
                + page.path("next").asText());
        assertThat(rest.path("devices")).hasSize(2);
        assertThat(browser.ask("/api/v1/devices?location=hall-1").path("total").asInt())
                .isEqualTo(3);
        assertThat(browser.ask("/api/v1/devices?q=DEV-3").path("total").asInt()).isEqualTo(1);
        browser.put("/api/v1/devices/dev-3", Map.of("name", "Dock 4", "status", "maintenance"));
        assertThat(browser.ask("/api/v1/devices?status=maintenance")
                        .path("devices")
                        .get(0)
                        .path("name")
                        .asText())
                .isEqualTo("Dock 4");
        assertThat(browser.ask("/api/v1/devices/dev-3").path("location").asText())
                .isEqualTo("hall-1");
    }

    @Test
    void everyRouteIsInTheDescription() {
        assertThat(OpenApi.load()
                        .differences(
                                service.routes(ServiceOptions.onLoopback(0)),
                                List.of(new EventStream("/api/v1/live", (ask, isAdmitted) -> client -> {}))))
                .isEmpty();
    }

    @Test
    void metricsCountIngestedReadings() throws Exception {
        browser.post("/write?precision=ms", "text/plain", lines(0, 5));
        assertThat(browser.get("/metrics").body())
                .contains("varve_ingest_points_total{outcome=\"accepted\"} 5.0")
                .contains("varve_feed")
                .contains("varve_capacity_units_total");
        assertThat(browser.get("/ready").status()).isEqualTo(200);
    }

    @Test
    void metricNamesFollowTheRulesOfPrometheus() throws Exception {
        browser.post("/write?precision=ms", "text/plain", lines(0, 5));
        browser.get("/api/v1/devices");
        assertThat(MetricNames.problems(browser.get("/metrics").body())).isEmpty();
    }

    @Test
    void explainShowsRequestsAndCost() throws Exception {
        for (String path : List.of(
                "/api/v1/devices/d/readings?explain=true",
                "/api/v1/devices/d/series?from=-6h&explain=true",
                "/api/v1/devices/d/series?from=-30d&explain=true",
                "/api/v1/rollups?location=hall-a&explain=true",
                "/api/v1/alerts?explain=true",
                "/api/v1/anomalies?explain=true")) {
            JsonNode explained = browser.ask(path);
            assertThat(explained.path("requests")).as(path).isNotEmpty();
            assertThat(explained.path("dollars").asDouble()).as(path).isPositive();
        }
    }

    @Test
    void gapsInAYearOfHoursAreFilled() throws Exception {
        browser.post("/write?precision=ms", "text/plain", lines(1, 5));
        catchUp();
        JsonNode filled = browser.ask("/api/v1/rollups?device=sensor_01&tier=hour&fill=zero&from=-400d");
        assertThat(filled.path("rows")).hasSizeBetween(9_599, 9_601);
    }

    @Test
    void invalidRequestsGetClearErrors() throws Exception {
        for (String path : List.of(
                "/api/v1/devices/d/readings?from=yesterday",
                "/api/v1/devices/d/readings?limit=0",
                "/api/v1/devices/d/readings?page=nonsense",
                "/api/v1/devices?page=x",
                "/api/v1/rollups",
                "/api/v1/rollups?device=d&tier=week",
                "/api/v1/rollups?fleet=true&tier=hour&fill=zero&from=0001-01-01",
                "/api/v1/rollups?device=d&tier=day&fill=linear&from=-30000d",
                "/api/v1/rollups?device=d&tier=month&fill=previous&from=0001-01-01",
                "/api/v1/alerts?status=over",
                "/api/v1/alerts?severity=bad",
                "/api/v1/alerts?page=x",
                "/api/v1/anomalies?from=0001-01-01",
                "/api/v1/alerts?page=x&device=d")) {
            Browser.Answer answer = browser.get(path);
            assertThat(answer.status()).as(path + " " + answer.body()).isEqualTo(400);
            assertThat(answer.json().path("message").asText()).as(path).isNotBlank();
        }
        Browser.Answer topics =
                browser.send(browser.request("/api/v1/live?topics=site:").header("Accept", "text/event-stream"));
        assertThat(topics.status()).isEqualTo(400);
        assertThat(topics.json().path("code").asText()).isEqualTo("live.topic");
        assertThat(browser.get("/api/v1/devices/nobody").status()).isEqualTo(404);
        assertThat(browser.get("/api/v1/nothing").status()).isEqualTo(404);
    }
}
