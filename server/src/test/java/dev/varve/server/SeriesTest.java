package dev.varve.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.engine.Engine;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.FleetDevice;
import dev.varve.server.ingest.SeriesName;
import dev.varve.testkit.MutableClock;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A series is its measurement and all its tags; a device groups the series that carry its label. */
class SeriesTest extends ServiceFixture {

    @TempDir
    Path folder;

    private static final long AT = NOW.toEpochMilli() - 60_000;

    @Override
    Engine newEngine(MutableClock engineClock) {
        return RocksDbEngine.open(
                folder, RocksDbOptions.defaults().clock(engineClock).durability(Durability.WRITTEN_TO_OS));
    }

    private void write(String lines) {
        assertThat(send("POST", "/write?precision=ms", lines).status())
                .as(lines)
                .isEqualTo(204);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private Browser.Answer send(String method, String path, String body) {
        try {
            return browser.send(browser.request(path)
                    .header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString(body)));
        } catch (Exception e) {
            throw new AssertionError(method + " " + path, e);
        }
    }

    private JsonNode get(String path) {
        try {
            return send("GET", path, "").json();
        } catch (IOException e) {
            throw new AssertionError(path, e);
        }
    }

    @Test
    void linesThatDifferInMeasurementOrTagDoNotMeet() {
        write("weather,device=a temp=1 " + AT + "\npower,device=a temp=2 " + AT + "\nweather,device=a,room=x temp=3 "
                + AT + "\nweather,device=a,location=hall temp=4 " + AT + "\nweather,device_id=a temp=5 " + AT);
        Map<String, Double> found = new TreeMap<>();
        get("/api/v1/devices/a/readings?from=-1h")
                .path("readings")
                .forEach(reading -> found.put(
                        reading.path("series").asText(),
                        reading.path("fields").path("temp").asDouble()));
        assertThat(found)
                .isEqualTo(Map.of(
                        "weather,device=a", 1.0,
                        "power,device=a", 2.0,
                        "weather,device=a,room=x", 3.0,
                        "weather,device=a,location=hall", 4.0,
                        "weather,device_id=a", 5.0));
    }

    @Test
    void deviceShowsAllItsSeries() {
        write("weather,device=a temp=1,hum=50 " + (AT - 1_000) + "\ndisk,device=a,host=h used=7 " + AT);
        assertThat(send("POST", "/api/v1/readings", "{\"deviceId\":\"a\",\"at\":%s,\"volt\":3}".formatted(AT - 2_000))
                        .status())
                .isEqualTo(200);
        JsonNode device = get("/api/v1/devices/a");
        assertThat(device.path("seriesCount").asInt()).isEqualTo(3);
        assertThat(device.path("series").findValuesAsText("series"))
                .filteredOn(id -> !id.isEmpty())
                .contains("a", "disk,device=a,host=h", "weather,device=a");
        assertThat(device.path("series").get(1).path("measurement").asText()).isEqualTo("disk");
        assertThat(device.path("series").get(1).path("tags").toString()).isEqualTo("{\"host\":\"h\"}");
        assertThat(device.path("fields").toString()).isEqualTo("[\"hum\",\"temp\",\"used\",\"volt\"]");
        assertThat(device.path("latest").path("fields").size()).isEqualTo(4);
        assertThat(get("/api/v1/devices").path("total").asInt()).isEqualTo(1);
        assertThat(get("/api/v1/fleet").path("devices").path("total").asInt()).isEqualTo(1);
        assertThat(get("/api/v1/devices/a/latest").path("series").asText()).isEqualTo("disk,device=a,host=h");
        assertThat(get("/api/v1/devices/a/latest?series=a").path("fields").toString())
                .isEqualTo("{\"volt\":3.0}");
        JsonNode chart = get("/api/v1/devices/a/series?from=-1h");
        assertThat(chart.path("series").size()).isEqualTo(3);
        JsonNode one = get("/api/v1/devices/a/series?from=-1h&series=" + encoded("weather,device=a"));
        assertThat(one.has("series")).isFalse();
        assertThat(one.path("fields").size()).isEqualTo(2);
        assertThat(send("GET", "/api/v1/devices/a/readings?series=b", "").status())
                .isEqualTo(404);
        catchUp();
        JsonNode rows = get("/api/v1/rollups?device=a&from=-3h").path("rows");
        assertThat(rows.size()).isEqualTo(3);
        assertThat(send("GET", "/api/v1/devices/a/readings?from=-1h&format=csv", "")
                        .body())
                .startsWith("at,series,hum,temp,used,volt")
                .contains(",\"disk,device=a,host=h\",");
    }

    @Test
    void deletingADeviceDeletesItsSeries() {
        write("weather,device=a temp=1 " + AT + "\npower,device=a w=2 " + AT + "\npower,device=b w=2 " + AT);
        assertThat(send("DELETE", "/api/v1/devices/a?series=" + encoded("power,device=a"), "")
                        .body())
                .contains("\"readings\":1");
        assertThat(get("/api/v1/devices/a").path("seriesCount").asInt()).isEqualTo(1);
        write("power,device=a w=2 " + AT);
        assertThat(send("DELETE", "/api/v1/devices/a", "").body()).contains("\"readings\":2");
        assertThat(send("GET", "/api/v1/devices/a", "").status()).isEqualTo(404);
        assertThat(get("/api/v1/devices").path("total").asInt()).isEqualTo(1);
    }

    @Test
    void statementsAboutADeviceHoldForItsSeries() {
        write("weather,device=a temp=1 " + AT);
        assertThat(send(
                                "PUT",
                                "/api/v1/devices/a",
                                "{\"name\":\"Dock\",\"location\":\"hall\",\"status\":\"maintenance\"}")
                        .status())
                .isEqualTo(200);
        write("power,device=a w=1 " + AT);
        JsonNode device = get("/api/v1/devices/a");
        assertThat(device.path("name").asText()).isEqualTo("Dock");
        assertThat(device.path("seriesCount").asInt()).isEqualTo(2);
        for (JsonNode series : device.path("series")) {
            assertThat(series.path("location").asText()).isEqualTo("hall");
        }
        assertThat(get("/api/v1/devices?status=maintenance").path("total").asInt())
                .isEqualTo(1);
        assertThat(get("/api/v1/devices?location=hall").path("total").asInt()).isEqualTo(1);
    }

    @Test
    void alertSaysWhichSeriesBrokeTheRule() {
        send("PUT", "/api/v1/rules/hot", "{\"kind\":\"above\",\"field\":\"temp\",\"limit\":30}");
        write("weather,device=a temp=31 " + AT + "\npower,device=a temp=20 " + AT);
        catchUp();
        JsonNode alerts = get("/api/v1/alerts?device=a").path("alerts");
        assertThat(alerts.size()).isEqualTo(1);
        assertThat(alerts.get(0).path("deviceId").asText()).isEqualTo("a");
        assertThat(alerts.get(0).path("series").asText()).isEqualTo("weather,device=a");
        assertThat(get("/api/v1/devices/a").path("alerts").path("open").asInt()).isEqualTo(1);
        assertThat(send(
                                "POST",
                                "/api/v1/alerts/a/%s/acknowledge"
                                        .formatted(alerts.get(0).path("alertId").asText()),
                                "{}")
                        .body())
                .contains("acknowledged");
    }

    private record Point(String series, long at, String field) {}

    /** Everything that was sent comes back, exactly, under its series, by pages of any size and in both orders. */
    @Test
    void randomLinesComeBackUnderTheirSeries() {
        for (int seed = 0; seed < 6; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Map<Point, Double> sent = new TreeMap<>(Comparator.comparing(Point::toString));
            Map<String, Set<String>> seriesOf = new TreeMap<>();
            for (int batch = 0; batch < 8; batch++) {
                var lines = new StringBuilder();
                for (int i = random.nextInt(1, 40); i > 0; i--) {
                    String device = "d" + seed + random.nextInt(3);
                    Map<String, String> tags = new TreeMap<>(Map.of("device", device));
                    for (String tag : List.of("location", "host", "room")) {
                        if (random.nextInt(4) == 0) {
                            tags.put(tag, List.of("x", "y,z", "p=q").get(random.nextInt(3)));
                        }
                    }
                    String measurement = List.of("weather", "power", "readings").get(random.nextInt(3));
                    String id = SeriesName.of(measurement, tags).id();
                    long at = AT - 1_000L * random.nextInt(20);
                    String field = "f" + random.nextInt(3);
                    Point point = new Point(id, at, field);
                    double value = sent.getOrDefault(point, (double) random.nextInt(1_000_000) / 100);
                    sent.put(point, value);
                    seriesOf.computeIfAbsent(device, first -> new TreeSet<>()).add(id);
                    lines.append(measurement);
                    tags.forEach((tag, text) -> lines.append(',')
                            .append(tag)
                            .append('=')
                            .append(text.replace(",", "\\,").replace("=", "\\=")));
                    lines.append(' ')
                            .append(field)
                            .append('=')
                            .append(value)
                            .append(' ')
                            .append(at)
                            .append('\n');
                }
                write(lines.toString());
            }
            for (Map.Entry<String, Set<String>> entry : seriesOf.entrySet()) {
                String device = entry.getKey();
                Map<Point, Double> wanted = new TreeMap<>(Comparator.comparing(Point::toString));
                sent.forEach((point, value) -> {
                    if (entry.getValue().contains(point.series)) {
                        wanted.put(point, value);
                    }
                });
                Set<String> shown = new HashSet<>();
                get("/api/v1/devices/" + device)
                        .path("series")
                        .forEach(series -> shown.add(series.path("series").asText()));
                assertThat(shown).as("seed %s", seed).isEqualTo(entry.getValue());
                for (String order : List.of("asc", "desc")) {
                    String path = "/api/v1/devices/%s/readings?from=-1h&order=%s&limit=%s"
                            .formatted(device, order, random.nextInt(1, 9));
                    assertThat(points(path, device, order))
                            .as("seed %s, %s", seed, path)
                            .isEqualTo(wanted);
                }
                for (String series : entry.getValue()) {
                    Map<Point, Double> ofSeries = new TreeMap<>(Comparator.comparing(Point::toString));
                    ofSeries.putAll(wanted);
                    ofSeries.keySet().removeIf(point -> !point.series.equals(series));
                    assertThat(points(
                                    "/api/v1/devices/%s/readings?from=-1h&series=%s".formatted(device, encoded(series)),
                                    device,
                                    "asc"))
                            .as("seed %s, %s", seed, series)
                            .isEqualTo(ofSeries);
                }
            }
        }
    }

    private Map<Point, Double> points(String path, String device, String order) {
        Map<Point, Double> points = new TreeMap<>(Comparator.comparing(Point::toString));
        List<Instant> clocks = new ArrayList<>();
        String page = "";
        do {
            JsonNode answer = get(path + page);
            for (JsonNode reading : answer.path("readings")) {
                Instant at = Instant.parse(reading.path("at").asText());
                clocks.add(at);
                String series = reading.path("series").asText(device);
                reading.path("fields")
                        .properties()
                        .forEach(field -> assertThat(points.put(
                                        new Point(series, at.toEpochMilli(), field.getKey()),
                                        field.getValue().asDouble()))
                                .isNull());
            }
            page = answer.path("next").isNull()
                    ? ""
                    : "&page=" + encoded(answer.path("next").asText());
        } while (!page.isEmpty());
        assertThat(clocks)
                .isSortedAccordingTo(order.equals("asc") ? Comparator.naturalOrder() : Comparator.reverseOrder());
        return points;
    }

    /** Stores a reading as older versions did: under the device, with the measurement as a label. */
    private void storeAsBefore(String id, String measurement, Map<String, String> labels) {
        FleetDevice entry = FleetDevice.of(id, id).withLabel("measurement", measurement);
        for (Map.Entry<String, String> label : labels.entrySet()) {
            entry = entry.withLabel(label.getKey(), label.getValue());
        }
        database.fleet().devices().register(entry);
        database.fleet().append(new DynamicReading(id, NOW.minusSeconds(3_000), Map.of("temp", 1.0)));
    }

    @Test
    void seriesOfAnOlderVersionGoesOnUnderItsId() {
        storeAsBefore("a", "weather", Map.of());
        storeAsBefore("sda1,host=h", "disk", Map.of("host", "h"));
        write("weather,device=a,location=hall temp=2 " + AT + "\npower,device=a temp=3 " + AT
                + "\nweather,device=a,location=yard temp=4 " + AT + "\nweather,device_id=a temp=5 " + AT
                + "\ndisk,device=sda1,host=h temp=6 " + AT);
        // Known by now, and resolved again after a restart.
        write("weather,device=a,location=hall temp=7 " + (AT + 1));
        restart();
        write("weather,device=a,location=hall temp=8 " + (AT + 2) + "\nweather,device_id=a temp=9 " + (AT + 2));
        assertThat(temperatures("a")).containsExactly(1.0, 2.0, 7.0, 8.0);
        assertThat(temperatures("weather,device=a,location=yard")).containsExactly(4.0);
        assertThat(temperatures("weather,device_id=a")).containsExactly(5.0, 9.0);
        assertThat(temperatures("power,device=a")).containsExactly(3.0);
        assertThat(temperatures("sda1,host=h")).containsExactly(1.0, 6.0);
        assertThat(get("/api/v1/devices/a").path("seriesCount").asInt()).isEqualTo(4);
        assertThat(get("/api/v1/devices/a")
                        .path("series")
                        .get(0)
                        .path("measurement")
                        .asText())
                .isEqualTo("weather");
        assertThat(get("/api/v1/devices/sda1")
                        .path("series")
                        .get(0)
                        .path("tags")
                        .path("host")
                        .asText())
                .isEqualTo("h");
        // Labels that someone sets do not change what the entry stands for.
        send("PUT", "/api/v1/devices/a", "{\"labels\":{\"floor\":\"2\",\"measurement\":\"x\"}}");
        write("weather,device=a,location=hall temp=10 " + (AT + 3));
        assertThat(temperatures("a")).endsWith(10.0);
        assertThat(database.fleet()
                        .devices()
                        .find("a")
                        .flatMap(entry -> Optional.ofNullable(entry.labels().get("floor"))))
                .contains("2");
    }

    private void restart() {
        service.close();
        database.close();
        database = ServerDatabase.open(newEngine(clock), table, layout());
        service = Service.start(database, ServiceOptions.onLoopback(0));
        browser = new Browser(service.port());
    }

    private List<Double> temperatures(String series) {
        return database.fleet().device(series).readings().list().stream()
                .map(reading -> reading.fields().get("temp"))
                .toList();
    }
}
