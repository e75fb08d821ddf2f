package dev.varve.benchmarks.peers;

import dev.varve.benchmarks.Folders;
import dev.varve.benchmarks.ingest.Peer;
import dev.varve.benchmarks.peers.Question.Daily;
import dev.varve.benchmarks.peers.Question.Hour;
import dev.varve.benchmarks.peers.Question.HourlyByDevice;
import dev.varve.benchmarks.peers.Question.HourlyOfFleet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** QuestDB: its server takes the lines, then its library answers questions on the same folder, which is faster than HTTP. */
final class QuestDatabase extends HttpDatabase {

    private static final long LOOK_MILLIS = 2;

    private final Path folder;
    private final QuestServer server;
    private @Nullable QuestReader reader;

    QuestDatabase(Path folder, Readings readings) throws Exception {
        this.folder = folder;
        this.server = QuestServer.start(folder, readings.devices());
    }

    @Override
    Peer server() {
        return server;
    }

    @Override
    void warmUp(Readings readings) throws Exception {
        server.create(QuestServer.WARM_UP);
        send(server.uri(server.writePath()), Lines.of(readings, QuestServer.WARM_UP));
        await(QuestServer.WARM_UP, readings.rows());
        server.drop(QuestServer.WARM_UP);
    }

    /** Acknowledged lines are durable; a job moves them to the table, where they are visible. */
    @Override
    long awaitVisible(Readings readings) throws IOException, InterruptedException {
        await(Lines.MEASUREMENT, readings.rows());
        return System.nanoTime();
    }

    private void await(String table, long rows) throws IOException, InterruptedException {
        while (server.count(table) < rows) {
            Thread.sleep(LOOK_MILLIS);
        }
    }

    @Override
    public void afterLoad() throws Exception {
        server.close();
        reader = new QuestReader(data());
    }

    private Path data() {
        return folder.resolve("db");
    }

    private QuestReader reader() {
        if (reader == null) {
            throw new IllegalStateException("the readings are not loaded");
        }
        return reader;
    }

    @Override
    public long count() throws IOException, InterruptedException {
        return reader == null ? server.stored() : reader.count();
    }

    @Override
    public List<Point> hour(Hour question) {
        return reader().points("""
                        SELECT device, timestamp, temperature, humidity, battery FROM climate
                        WHERE device = $1 AND timestamp >= $2 AND timestamp < $3""", question.device(), question.fromMillis(), question.toMillis())
                .of(question.device());
    }

    @Override
    public Map<String, List<Point>> latest() {
        return reader().points("""
                        SELECT device, timestamp, temperature, humidity, battery FROM climate
                        LATEST ON timestamp PARTITION BY device""").all();
    }

    @Override
    public Map<String, List<Point>> hourlyByDevice(HourlyByDevice question) {
        return reader().points("""
                        SELECT device, timestamp, avg(temperature), avg(humidity), avg(battery) FROM climate
                        WHERE timestamp >= $1 AND timestamp < $2 SAMPLE BY 1h""", question.fromMillis(), question.toMillis()).all();
    }

    @Override
    public List<Point> hourlyOfFleet(HourlyOfFleet question) {
        return reader().points("""
                        SELECT '', timestamp, avg(temperature), avg(humidity), avg(battery) FROM climate
                        WHERE timestamp >= $1 AND timestamp < $2 SAMPLE BY 1h""", question.fromMillis(), question.toMillis()).of(Question.FLEET);
    }

    @Override
    public List<Point> daily(Daily question) {
        return reader().points("""
                        SELECT device, timestamp, avg(temperature), avg(humidity), avg(battery) FROM climate
                        WHERE device = $1 AND timestamp >= $2 AND timestamp < $3 SAMPLE BY 1d""", question.device(), question.fromMillis(), question.toMillis())
                .of(question.device());
    }

    @Override
    public long bytesAtRest() throws Exception {
        close();
        QuestServer.cleaning(folder).close();
        return Folders.diskUsage(data());
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.close();
            reader = null;
        }
        super.close();
    }
}
