package dev.varve.server.ops;

import dev.varve.Varve;
import dev.varve.engine.DiskSpace;
import dev.varve.server.http.Reply;
import dev.varve.server.http.Route;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** How the server itself is, for those who run it. */
public final class OpsApi {

    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final Readiness readiness;
    private final Metrics metrics;
    private final Supplier<String> version;

    /**
     * @param disk the space on the disk of the database, if it has one
     * @param version the version of the server
     */
    public OpsApi(Varve db, Supplier<Optional<DiskSpace>> disk, Metrics metrics, Supplier<String> version) {
        this.readiness = new Readiness(db, disk, Readiness.LOG);
        this.metrics = metrics;
        this.version = version;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/health", ask -> health()).open().direct(),
                Route.get("/ready", ask -> ready()).open().watching(),
                Route.get("/metrics", ask -> Reply.of(200, PROMETHEUS, metrics.text()))
                        .watching());
    }

    /** Answers also as InfluxDB does, for its clients ({@code influx ping}). */
    private Map<String, Object> health() {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("alive", true);
        answer.put("name", "varve");
        answer.put("message", "ready for queries and writes");
        answer.put("status", "pass");
        answer.put("checks", List.of());
        answer.put("version", version.get());
        return answer;
    }

    private Reply ready() {
        List<String> reasons = readiness.reasons();
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("ready", reasons.isEmpty());
        answer.put("reasons", reasons);
        return Reply.json(reasons.isEmpty() ? 200 : 503, answer);
    }
}
