package dev.varve.benchmarks.peers;

import dev.varve.benchmarks.Folders;
import dev.varve.benchmarks.ingest.Peer;
import dev.varve.benchmarks.ingest.VarveProcess;
import dev.varve.benchmarks.peers.Question.Daily;
import dev.varve.benchmarks.peers.Question.Hour;
import dev.varve.benchmarks.peers.Question.HourlyByDevice;
import dev.varve.benchmarks.peers.Question.HourlyOfFleet;
import dev.varve.engine.rocksdb.Durability;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** This project's server. It has no request for the newest readings or the hours of all devices at once. */
final class VarveHttpDatabase extends HttpDatabase {

    private static final Duration PATIENCE = Duration.ofMinutes(15);
    private static final long LOOK_MILLIS = 1_000;

    private final Path folder;
    private final Server server;
    private long rows;

    VarveHttpDatabase(Path folder) throws Exception {
        this.folder = folder;
        this.server = new Server(Peer.freePort(), Peer.freePort(), folder);
        server.awaitAnswer("/ping");
    }

    /** A process with two servers, the second one for the warm-up. */
    private static final class Server extends VarveProcess {

        private final int warmUpPort;

        private Server(int port, int warmUpPort, Path folder) throws IOException {
            super(
                    "varve",
                    port,
                    // The measured one is the last to start, so that both answer when it does.
                    command(
                            new Served(folder.resolve("warm-up"), warmUpPort, Durability.SYNCED),
                            new Served(data(folder), port, Durability.SYNCED)),
                    folder);
            this.warmUpPort = warmUpPort;
        }

        static Path data(Path folder) {
            return folder.resolve("data");
        }

        URI warmUp() {
            return URI.create("http://127.0.0.1:" + warmUpPort + writePath());
        }

        /** Waits until the server for the warm-up has sealed and processed everything. */
        void warmUpSettled() throws IOException, InterruptedException {
            settled(warmUp());
        }

        /** Counts by the daily rows of the fleet. */
        @Override
        public long stored() throws IOException, InterruptedException {
            CsvAnswer rows = new CsvAnswer(get("/api/v1/rollups?fleet=true&tier=day&from=-30d&format=csv"));
            int count = rows.column("count");
            return rows.rows().stream()
                    .mapToLong(row -> Long.parseLong(row[count]))
                    .sum();
        }
    }

    @Override
    Peer server() {
        return server;
    }

    @Override
    void warmUp(Readings readings) throws Exception {
        send(server.warmUp(), Lines.of(readings, Lines.MEASUREMENT));
        server.warmUpSettled();
    }

    @Override
    long awaitVisible(Readings readings) throws IOException, InterruptedException {
        rows = readings.rows();
        return server.settled();
    }

    /** Waits for the rows of the fleet, which the server refreshes every few minutes only. */
    @Override
    public void afterLoad() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (server.stored() < rows && System.nanoTime() < end) {
            Thread.sleep(LOOK_MILLIS);
        }
    }

    @Override
    public List<Point> hour(Hour question) throws IOException, InterruptedException {
        return points(
                "/api/v1/devices/%s/readings?format=csv&from=%s&to=%s"
                        .formatted(question.device(), question.fromMillis(), question.toMillis()),
                "at",
                "");
    }

    @Override
    public boolean answers(Questions.Kind kind) {
        return kind != Questions.Kind.LATEST && kind != Questions.Kind.HOURLY_BY_DEVICE;
    }

    @Override
    public Map<String, List<Point>> latest() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<String, List<Point>> hourlyByDevice(HourlyByDevice question) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Point> hourlyOfFleet(HourlyOfFleet question) throws IOException, InterruptedException {
        return points(
                "/api/v1/rollups?fleet=true&tier=hour&format=csv&from=%s&to=%s"
                        .formatted(question.fromMillis(), question.toMillis()),
                "start",
                ".avg");
    }

    @Override
    public List<Point> daily(Daily question) throws IOException, InterruptedException {
        return points(
                "/api/v1/rollups?device=%s&tier=day&format=csv&from=%s&to=%s"
                        .formatted(question.device(), question.fromMillis(), question.toMillis()),
                "start",
                ".avg");
    }

    private List<Point> points(String path, String clock, String end) throws IOException, InterruptedException {
        CsvAnswer csv = new CsvAnswer(server.get(path));
        List<Point> points = new ArrayList<>();
        if (!csv.rows().isEmpty()) {
            int at = csv.column(clock);
            int[] fields = csv.columns(end);
            for (String[] row : csv.rows()) {
                points.add(new Point(Instant.parse(row[at]).toEpochMilli(), CsvAnswer.values(row, fields)));
            }
        }
        return points;
    }

    @Override
    public long bytesAtRest() throws Exception {
        server.close();
        CompactedFolder.compact(Server.data(folder));
        return Folders.diskUsage(Server.data(folder));
    }
}
