package dev.varve.benchmarks.peers;

import dev.varve.benchmarks.Folders;
import dev.varve.benchmarks.ingest.InfluxPeer;
import dev.varve.benchmarks.ingest.Peer;
import dev.varve.benchmarks.peers.Question.Daily;
import dev.varve.benchmarks.peers.Question.Hour;
import dev.varve.benchmarks.peers.Question.HourlyByDevice;
import dev.varve.benchmarks.peers.Question.HourlyOfFleet;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** InfluxDB 1 from Debian. */
final class InfluxDatabase extends HttpDatabase {

    private static final String MEANS = "mean(temperature), mean(humidity), mean(battery)";

    /** The tags, the clock and the first value in a line of CSV. */
    private static final int TAGS = 1;

    private static final int TIME = 2;
    private static final int[] VALUES = {3, 4, 5};

    /** The default allows 100,000 devices at most. */
    private static final String UNLIMITED = "max-values-per-tag = 0\n";

    /** Makes the server write and compact its files soon, which it otherwise does after hours. */
    private static final String COLD = UNLIMITED + """
            cache-snapshot-write-cold-duration = "1s"
            compact-full-write-cold-duration = "1s"
            """;

    private final Path folder;
    private InfluxPeer server;
    private String firstLine = "";

    InfluxDatabase(Path folder) throws Exception {
        this.folder = folder;
        this.server = InfluxPeer.start(folder, UNLIMITED);
    }

    @Override
    Peer server() {
        return server;
    }

    /** A point is visible when it is acknowledged. */
    @Override
    long awaitVisible(Readings readings) {
        long now = System.nanoTime();
        firstLine = new String(Lines.of(readings.atMost(1), Lines.MEASUREMENT).get(0), StandardCharsets.UTF_8)
                .lines()
                .findFirst()
                .orElse("");
        return now;
    }

    @Override
    public List<Point> hour(Hour question) throws IOException, InterruptedException {
        return points("SELECT temperature, humidity, battery FROM climate WHERE device = '%s' AND %s"
                        .formatted(question.device(), time(question.fromMillis(), question.toMillis())))
                .of(Question.FLEET);
    }

    @Override
    public Map<String, List<Point>> latest() throws IOException, InterruptedException {
        return points("SELECT last(temperature), humidity, battery FROM climate GROUP BY device")
                .all();
    }

    @Override
    public Map<String, List<Point>> hourlyByDevice(HourlyByDevice question) throws IOException, InterruptedException {
        return points("SELECT %s FROM climate WHERE %s GROUP BY time(1h), device fill(none)"
                        .formatted(MEANS, time(question.fromMillis(), question.toMillis())))
                .all();
    }

    @Override
    public List<Point> hourlyOfFleet(HourlyOfFleet question) throws IOException, InterruptedException {
        return points("SELECT %s FROM climate WHERE %s GROUP BY time(1h) fill(none)"
                        .formatted(MEANS, time(question.fromMillis(), question.toMillis())))
                .of(Question.FLEET);
    }

    @Override
    public List<Point> daily(Daily question) throws IOException, InterruptedException {
        return points("SELECT %s FROM climate WHERE device = '%s' AND %s GROUP BY time(1d) fill(none)"
                        .formatted(MEANS, question.device(), time(question.fromMillis(), question.toMillis())))
                .of(Question.FLEET);
    }

    private static String time(long fromMillis, long toMillis) {
        return "time >= %sms AND time < %sms".formatted(fromMillis, toMillis);
    }

    private DevicePoints points(String query) throws IOException, InterruptedException {
        String path = "/query?db=bench&epoch=ms&q=" + URLEncoder.encode(query, StandardCharsets.UTF_8);
        CsvAnswer csv = new CsvAnswer(
                server.send(HttpRequest.newBuilder(server.uri(path)).header("Accept", "application/csv")));
        DevicePoints points = new DevicePoints();
        for (String[] row : csv.rows()) {
            // The tags are empty, or device=sensor_00001.
            String device = row[TAGS].substring(row[TAGS].indexOf('=') + 1);
            points.add(device, new Point(Long.parseLong(row[TIME]), CsvAnswer.values(row, VALUES)));
        }
        return points;
    }

    @Override
    public long bytesAtRest() throws Exception {
        server.close();
        server = InfluxPeer.start(folder, COLD);
        Path own = folder.resolve("influxdb");
        // A point that is there already: a write makes the server leave the old part of its log.
        server.post(server.writePath(), firstLine);
        QuietFolder.await(own);
        server.close();
        return Folders.diskUsage(own);
    }
}
