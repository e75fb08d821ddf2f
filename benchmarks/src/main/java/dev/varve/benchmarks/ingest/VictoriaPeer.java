package dev.varve.benchmarks.ingest;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** VictoriaMetrics from Debian, with default settings. It stores each field of a point as a separate series. */
public final class VictoriaPeer extends Peer {

    public static final String BINARY = "victoria-metrics";

    private static final Pattern VALUE = Pattern.compile("\"value\":\\[[^,]*,\"([0-9.e+]+)\"]");

    private final Instant from;
    private final Instant to;

    private VictoriaPeer(int port, Path folder, Instant from, Instant to) throws IOException {
        super(
                "victoria-metrics",
                port,
                List.of(
                        BINARY,
                        "-storageDataPath=" + folder.resolve("victoria"),
                        "-httpListenAddr=127.0.0.1:" + port,
                        "-retentionPeriod=10y"),
                folder);
        this.from = from;
        this.to = to;
    }

    /** Starts the server; it counts stored points from one instant to another, inclusive. */
    public static VictoriaPeer start(Path folder, Instant from, Instant to) throws IOException, InterruptedException {
        VictoriaPeer peer = new VictoriaPeer(freePort(), folder, from, to);
        peer.awaitAnswer("/health");
        return peer;
    }

    @Override
    public String writePath() {
        return "/write?precision=ms";
    }

    @Override
    public long stored() throws IOException, InterruptedException {
        get("/internal/force_flush");
        long seconds = to.getEpochSecond() - from.getEpochSecond() + 1;
        Matcher value =
                VALUE.matcher(get("/api/v1/query?query=sum(count_over_time(climate_temperature%%5B%ss%%5D))&time=%s"
                        .formatted(seconds, to.getEpochSecond())));
        return value.find() ? Math.round(Double.parseDouble(value.group(1))) : 0;
    }
}
