package dev.varve.benchmarks.ingest;

import dev.varve.engine.rocksdb.Durability;
import dev.varve.server.ReadingLayout;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process with this project's server on RocksDB. */
public abstract class VarveProcess extends Peer {

    private static final Pattern LAG = Pattern.compile("(?m)^varve_feed_lag_seconds\\{.*} (\\S+)$");
    private static final Pattern SYNCS = Pattern.compile("(?m)^varve_disk_syncs_total (\\S+)$");

    /** The property with the file of options for servers. */
    public static final String OPTIONS = "varve.benchmark.server";

    private static final long IDLE_NANOS = 1_300_000_000L;
    private static final long LOOK_MILLIS = 110;

    protected VarveProcess(String name, int port, List<String> command, Path folder) throws IOException {
        super(name, port, command, folder);
    }

    /** A database to serve. */
    public record Served(Path folder, int port, Durability durability) {}

    /** Returns the command that serves databases, all in one process of this build. */
    public static List<String> command(Served... databases) {
        return command(System.getProperty("java.class.path"), ReadingLayout.PACKED, databases);
    }

    /** Returns the command that serves databases, all in one process of the build with this class path. */
    static List<String> command(String classPath, ReadingLayout layout, Served... databases) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + Objects.requireNonNull(System.getProperty(OPTIONS), "start it with ./bench"),
                // The CPU time of a compiler thread that ends could not be told from that of others.
                "-XX:-UseDynamicNumberOfCompilerThreads",
                // A build without this property stores items.
                "-D" + ServedDatabase.LAYOUT + "=" + layout,
                "-cp",
                classPath,
                ServedDatabase.class.getName()));
        for (Served database : databases) {
            command.add(database.folder().toString());
            command.add(String.valueOf(database.port()));
            command.add(database.durability().name());
        }
        return command;
    }

    @Override
    public String writePath() {
        return "/write?precision=ms";
    }

    /** Waits until rows, alerts and current records have caught up: an idle server polls once per second. */
    @Override
    public long settled() throws IOException, InterruptedException {
        return settled(uri("/"));
    }

    /** Waits like {@link #settled()} for one of several servers in this process. */
    protected final long settled(URI server) throws IOException, InterruptedException {
        long since = System.nanoTime();
        while (System.nanoTime() - since < IDLE_NANOS) {
            Thread.sleep(LOOK_MILLIS);
            if (metric(server, LAG, 0) > 0) {
                since = System.nanoTime();
            }
        }
        return since;
    }

    @Override
    double syncs() throws IOException, InterruptedException {
        return metric(uri("/"), SYNCS, Double.NaN);
    }

    /** Returns a metric, or the other value if the server does not have it. */
    private double metric(URI server, Pattern line, double other) throws IOException, InterruptedException {
        Matcher found = line.matcher(send(HttpRequest.newBuilder(server.resolve("/metrics"))));
        return found.find() ? Double.parseDouble(found.group(1)) : other;
    }
}
