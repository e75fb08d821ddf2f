package dev.varve.server.ops;

import dev.varve.Varve;
import dev.varve.server.http.Reply;
import dev.varve.server.http.Route;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How the server itself is, for those who run it. */
public final class OpsApi {

    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final Readiness readiness;
    private final Metrics metrics;

    public OpsApi(Varve db, Metrics metrics) {
        this.readiness = new Readiness(db);
        this.metrics = metrics;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/health", ask -> Map.of("alive", true)).open(),
                Route.get("/ready", ask -> ready()).open(),
                Route.get("/metrics", ask -> Reply.of(200, PROMETHEUS, metrics.text())));
    }

    private Reply ready() {
        List<String> reasons = readiness.reasons();
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("ready", reasons.isEmpty());
        answer.put("reasons", reasons);
        return Reply.json(reasons.isEmpty() ? 200 : 503, answer);
    }
}
