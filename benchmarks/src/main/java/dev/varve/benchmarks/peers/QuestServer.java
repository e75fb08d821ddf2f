package dev.varve.benchmarks.peers;

import dev.varve.benchmarks.ingest.Peer;
import io.questdb.ServerMain;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** QuestDB's server with its defaults, without the other ports and the telemetry. */
final class QuestServer extends Peer {

    static final String WARM_UP = "warm_up";

    private static final Pattern COUNT = Pattern.compile("\"dataset\":\\[\\[([0-9]+)]]");

    private final int devices;

    private QuestServer(int port, Path folder, int devices) throws IOException {
        super(
                "questdb",
                port,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ServerMain.class.getName(),
                        "-d",
                        folder.toString()),
                folder);
        this.devices = devices;
    }

    /** Starts the server in an empty folder and creates the table. */
    static QuestServer start(Path folder, int devices) throws IOException, InterruptedException {
        QuestServer server = start(folder, devices, "");
        server.create(Lines.MEASUREMENT);
        return server;
    }

    /** Starts the server in its folder again and waits until it has removed what it no longer needs. */
    static QuestServer cleaning(Path folder) throws IOException, InterruptedException {
        QuestServer server = start(folder, 1, "cairo.wal.purge.interval=500");
        server.execute("VACUUM TABLE " + Lines.MEASUREMENT);
        QuietFolder.await(folder);
        return server;
    }

    private static QuestServer start(Path folder, int devices, String setting)
            throws IOException, InterruptedException {
        int port = freePort();
        Files.createDirectories(folder.resolve("conf"));
        Files.writeString(folder.resolve("conf").resolve("server.conf"), """
                http.bind.to=127.0.0.1:%s
                http.min.enabled=false
                pg.enabled=false
                line.tcp.enabled=false
                telemetry.enabled=false
                %s
                """.formatted(port, setting));
        QuestServer server = new QuestServer(port, folder, devices);
        server.awaitAnswer("/exec?query=SELECT%201");
        return server;
    }

    @Override
    public String writePath() {
        return "/write?precision=ms";
    }

    @Override
    public long stored() throws IOException, InterruptedException {
        return count(Lines.MEASUREMENT);
    }

    void create(String table) throws IOException, InterruptedException {
        execute("""
                CREATE TABLE %s (device SYMBOL CAPACITY %s, temperature DOUBLE, humidity DOUBLE, battery DOUBLE,
                  timestamp TIMESTAMP) TIMESTAMP(timestamp) PARTITION BY DAY WAL""".formatted(table, devices));
    }

    void drop(String table) throws IOException, InterruptedException {
        execute("DROP TABLE " + table);
    }

    long count(String table) throws IOException, InterruptedException {
        Matcher count = COUNT.matcher(execute("SELECT count() FROM " + table));
        return count.find() ? Long.parseLong(count.group(1)) : 0;
    }

    private String execute(String sql) throws IOException, InterruptedException {
        return get("/exec?query=" + URLEncoder.encode(sql, StandardCharsets.UTF_8));
    }
}
