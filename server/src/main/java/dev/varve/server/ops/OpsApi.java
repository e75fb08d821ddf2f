package dev.varve.server.ops;

import dev.varve.Varve;
import dev.varve.engine.DiskSpace;
import dev.varve.server.api.ops.Health;
import dev.varve.server.api.ops.Ready;
import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.route.Route;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Routes for health, readiness and metrics. */
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
                Route.get("/health", request -> health()).open().direct().described(OpsOperations.HEALTH),
                Route.get("/ready", request -> ready()).open().watching().described(OpsOperations.READY),
                Route.get("/metrics", request -> Reply.of(200, PROMETHEUS, metrics.text()))
                        .watching()
                        .described(OpsOperations.METRICS));
    }

    /** The answer also has the properties that InfluxDB's clients expect ({@code influx ping}). */
    private Health health() {
        return new Health(true, "varve", "ready for queries and writes", "pass", List.of(), version.get());
    }

    private Reply ready() {
        List<String> reasons = readiness.reasons();
        return Reply.json(reasons.isEmpty() ? 200 : 503, new Ready(reasons.isEmpty(), reasons));
    }
}
