package dev.varve.benchmarks.ingest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** InfluxDB 1 from Debian, with default settings except for its folders and its reporting. */
public final class InfluxPeer extends Peer {

    public static final String BINARY = "influxd";

    private static final Pattern COUNT = Pattern.compile("\\[\\[\"[^\"]*\",([0-9]+)]]");

    private InfluxPeer(int port, Path config, Path folder) throws IOException {
        super("influxdb", port, List.of(BINARY, "-config", config.toString()), folder);
    }

    public static InfluxPeer start(Path folder) throws IOException, InterruptedException {
        return start(folder, "");
    }

    /** Starts the server with further settings of its data: lines {@code name = value}. */
    public static InfluxPeer start(Path folder, String dataSettings) throws IOException, InterruptedException {
        int port = freePort();
        Path own = folder.resolve("influxdb");
        Path config = folder.resolve("influxdb.conf");
        Files.writeString(config, """
                reporting-disabled = true
                bind-address = "127.0.0.1:%s"
                [meta]
                dir = "%s"
                [data]
                dir = "%s"
                wal-dir = "%s"
                query-log-enabled = false
                %s
                [monitor]
                store-enabled = false
                [http]
                bind-address = "127.0.0.1:%s"
                log-enabled = false
                max-body-size = 0
                """.formatted(
                        freePort(), own.resolve("meta"), own.resolve("data"), own.resolve("wal"), dataSettings, port));
        InfluxPeer peer = new InfluxPeer(port, config, folder);
        peer.awaitAnswer("/ping");
        peer.post("/query?q=CREATE%20DATABASE%20bench", "");
        return peer;
    }

    @Override
    public String writePath() {
        return "/write?db=bench&precision=ms";
    }

    @Override
    public long stored() throws IOException, InterruptedException {
        Matcher count = COUNT.matcher(get("/query?db=bench&q=SELECT%20count(temperature)%20FROM%20climate"));
        return count.find() ? Long.parseLong(count.group(1)) : 0;
    }
}
