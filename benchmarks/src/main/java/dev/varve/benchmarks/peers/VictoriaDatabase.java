package dev.varve.benchmarks.peers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.benchmarks.Folders;
import dev.varve.benchmarks.ingest.Peer;
import dev.varve.benchmarks.ingest.VictoriaPeer;
import dev.varve.benchmarks.peers.Question.Daily;
import dev.varve.benchmarks.peers.Question.Hour;
import dev.varve.benchmarks.peers.Question.HourlyByDevice;
import dev.varve.benchmarks.peers.Question.HourlyOfFleet;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** VictoriaMetrics from Debian. Every field is a series of its own, so every question is one request for each field. */
final class VictoriaDatabase extends HttpDatabase {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** A window reaches back from its clock, whose own value counts and whose first does not; ours is the other way round. */
    private static final long BEFORE_END = 1;

    private final Path folder;
    private final Readings readings;
    private final VictoriaPeer server;

    VictoriaDatabase(Path folder, Readings readings) throws Exception {
        this.folder = folder;
        this.readings = readings;
        this.server = VictoriaPeer.start(
                folder, Instant.ofEpochMilli(readings.startMillis()), Instant.ofEpochMilli(readings.endMillis()));
    }

    @Override
    Peer server() {
        return server;
    }

    /** Points are visible when they are flushed. */
    @Override
    long awaitVisible(Readings loaded) throws IOException, InterruptedException {
        server.get("/internal/force_flush");
        return System.nanoTime();
    }

    @Override
    public List<Point> hour(Hour question) throws IOException, InterruptedException {
        return points(field -> "/api/v1/query?query=%s&time=%s"
                        .formatted(
                                encoded("climate_%s{device=\"%s\"}[1h]".formatted(field, question.device())),
                                seconds(question.toMillis() - BEFORE_END)))
                .of(question.device());
    }

    /** Asks for the raw values of the last minute, because other requests do not return their clocks. */
    @Override
    public Map<String, List<Point>> latest() throws IOException, InterruptedException {
        return points(field -> "/api/v1/query?query=%s&time=%s"
                        .formatted(
                                encoded("climate_%s[1m]".formatted(field)), seconds(readings.endMillis() - BEFORE_END)))
                .all();
    }

    @Override
    public Map<String, List<Point>> hourlyByDevice(HourlyByDevice question) throws IOException, InterruptedException {
        return averages(
                        "avg_over_time(climate_%s[1h])",
                        question.fromMillis(), question.toMillis(), Readings.HOUR_MILLIS)
                .all();
    }

    @Override
    public List<Point> hourlyOfFleet(HourlyOfFleet question) throws IOException, InterruptedException {
        return averages(
                        "sum(sum_over_time(climate_%1$s[1h])) / sum(count_over_time(climate_%1$s[1h]))",
                        question.fromMillis(), question.toMillis(), Readings.HOUR_MILLIS)
                .of(Question.FLEET);
    }

    @Override
    public List<Point> daily(Daily question) throws IOException, InterruptedException {
        String query = "avg_over_time(climate_%s{device=\"" + question.device() + "\"}[1d])";
        return averages(query, question.fromMillis(), question.toMillis(), Readings.DAY_MILLIS)
                .of(question.device());
    }

    /** Asks for one value at the end of each bucket, and moves it to the bucket's start. */
    private DevicePoints averages(String query, long fromMillis, long toMillis, long bucketMillis)
            throws IOException, InterruptedException {
        DevicePoints atEnds = points(field -> "/api/v1/query_range?query=%s&start=%s&end=%s&step=%s&nocache=1"
                .formatted(
                        encoded(query.formatted(field)),
                        seconds(fromMillis + bucketMillis - BEFORE_END),
                        seconds(toMillis - BEFORE_END),
                        bucketMillis / 1_000));
        DevicePoints atStarts = new DevicePoints();
        atEnds.all()
                .forEach((device, points) -> points.forEach(point ->
                        atStarts.add(device, new Point(point.millis() + BEFORE_END - bucketMillis, point.values()))));
        return atStarts;
    }

    private interface PathOfField {
        String of(String field);
    }

    /** Asks for all fields and joins their values by device and clock. */
    private DevicePoints points(PathOfField path) throws IOException, InterruptedException {
        Map<String, TreeMap<Long, double[]>> joined = new HashMap<>();
        for (int i = 0; i < Field.COUNT; i++) {
            JsonNode answer = JSON.readTree(server.get(path.of(Field.at(i).text())));
            for (JsonNode series : answer.path("data").path("result")) {
                String device = series.path("metric").path("device").asText(Question.FLEET);
                TreeMap<Long, double[]> points = joined.computeIfAbsent(device, first -> new TreeMap<>());
                for (JsonNode value : series.path("values")) {
                    long millis = Math.round(value.get(0).asDouble() * 1_000);
                    points.computeIfAbsent(millis, first -> new double[Field.COUNT])[i] =
                            Double.parseDouble(value.get(1).asText());
                }
            }
        }
        DevicePoints points = new DevicePoints();
        joined.forEach((device, byClock) ->
                byClock.forEach((millis, values) -> points.add(device, new Point(millis, values))));
        return points;
    }

    private static String encoded(String query) {
        return URLEncoder.encode(query, StandardCharsets.UTF_8);
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.3f", millis / 1e3);
    }

    /** Counts the data and the index, without the caches of queries. */
    @Override
    public long bytesAtRest() throws Exception {
        server.get("/internal/force_flush");
        server.get("/internal/force_merge");
        server.close();
        Path own = folder.resolve("victoria");
        return Folders.diskUsage(own.resolve("data")) + Folders.diskUsage(own.resolve("indexdb"));
    }
}
