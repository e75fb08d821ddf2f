package dev.varve.benchmarks.ingest;

import dev.varve.engine.rocksdb.Durability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** This project's server on RocksDB. */
final class VarvePeer extends Peer {

    private static final Pattern LAG = Pattern.compile("(?m)^varve_feed_lag_seconds\\{.*} (\\S+)$");
    private static final Pattern SYNCS = Pattern.compile("(?m)^varve_disk_syncs_total (\\S+)$");
    private static final long IDLE_NANOS = 1_300_000_000L;
    private static final long LOOK_MILLIS = 110;

    private final IngestWorkload workload;

    private VarvePeer(Build build, int port, List<String> command, Path folder, IngestWorkload workload)
            throws IOException {
        super(build.name(), port, command, folder);
        this.workload = workload;
    }

    /** A build of the server: its name in the results, and its class path. */
    record Build(String name, String classPath) {

        static Build own() {
            return new Build("varve", System.getProperty("java.class.path"));
        }
    }

    static VarvePeer start(Build build, Path folder, Durability durability, IngestWorkload workload)
            throws IOException, InterruptedException {
        int port = freePort();
        VarvePeer peer = new VarvePeer(
                build,
                port,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        // The CPU time of a compiler thread that ends could not be told from that of others.
                        "-XX:-UseDynamicNumberOfCompilerThreads",
                        "-cp",
                        build.classPath(),
                        ServedDatabase.class.getName(),
                        folder.resolve(build.name()).toString(),
                        String.valueOf(port),
                        durability.name()),
                folder,
                workload);
        peer.awaitAnswer("/ping");
        return peer;
    }

    @Override
    String writePath() {
        return "/write?precision=ms";
    }

    /** Reads all readings of every device and counts them. */
    @Override
    long stored() throws IOException, InterruptedException {
        long lines = 0;
        for (int device = 0; device < workload.devices(); device++) {
            // The first line names the columns.
            lines += get("/api/v1/devices/%s/readings?format=csv&fields=temperature&from=%s&to=%s"
                                    .formatted(IngestWorkload.id(device), workload.from(), workload.to()))
                            .lines()
                            .count()
                    - 1;
        }
        return lines;
    }

    /** Waits until rows, alerts and current records have caught up: an idle server polls once per second. */
    @Override
    long settled() throws IOException, InterruptedException {
        long since = System.nanoTime();
        while (System.nanoTime() - since < IDLE_NANOS) {
            Thread.sleep(LOOK_MILLIS);
            if (lag() > 0) {
                since = System.nanoTime();
            }
        }
        return since;
    }

    private double lag() throws IOException, InterruptedException {
        return metric(LAG, 0);
    }

    @Override
    double syncs() throws IOException, InterruptedException {
        return metric(SYNCS, Double.NaN);
    }

    /** Returns a metric, or the other value if the server does not have it. */
    private double metric(Pattern line, double other) throws IOException, InterruptedException {
        Matcher found = line.matcher(get("/metrics"));
        return found.find() ? Double.parseDouble(found.group(1)) : other;
    }
}
