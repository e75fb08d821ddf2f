package dev.varve.benchmarks.ingest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** VictoriaMetrics from Debian, with default settings. It stores each field of a point as a separate series. */
final class VictoriaPeer extends Peer {

    static final String BINARY = "victoria-metrics";

    private static final Pattern VALUE = Pattern.compile("\"value\":\\[[^,]*,\"([0-9.e+]+)\"]");

    private final IngestWorkload workload;

    private VictoriaPeer(int port, Path folder, IngestWorkload workload) throws IOException {
        super(
                "victoria-metrics",
                port,
                List.of(
                        BINARY,
                        "-storageDataPath=" + folder.resolve("victoria"),
                        "-httpListenAddr=127.0.0.1:" + port,
                        "-retentionPeriod=10y"),
                folder);
        this.workload = workload;
    }

    static VictoriaPeer start(Path folder, IngestWorkload workload) throws IOException, InterruptedException {
        VictoriaPeer peer = new VictoriaPeer(freePort(), folder, workload);
        peer.awaitAnswer("/health");
        return peer;
    }

    @Override
    String writePath() {
        return "/write?precision=ms";
    }

    @Override
    long stored() throws IOException, InterruptedException {
        get("/internal/force_flush");
        long seconds = workload.to().getEpochSecond() - workload.from().getEpochSecond() + 1;
        Matcher value =
                VALUE.matcher(get("/api/v1/query?query=sum(count_over_time(climate_temperature%%5B%ss%%5D))&time=%s"
                        .formatted(seconds, workload.to().getEpochSecond())));
        return value.find() ? Math.round(Double.parseDouble(value.group(1))) : 0;
    }
}
