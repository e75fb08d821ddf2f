package dev.varve.server.ingest;

import dev.varve.server.api.InfluxErrorJson;
import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import java.util.List;
import java.util.Map;

/** The addresses where clients of InfluxDB run queries. They answer an error in InfluxDB's format that names other addresses. */
public final class InfluxQueries {

    private static final String MESSAGE =
            "this server takes InfluxDB's line protocol but runs no InfluxQL, Flux or SQL: read with GET"
                    + " /api/v1/devices/{id}/readings, /api/v1/devices/{id}/series or /api/v1/rollups, which /docs"
                    + " describes";

    private static final Reply NOT_OFFERED = Reply.json(404, new InfluxErrorJson("not found", MESSAGE, MESSAGE))
            .with(Map.of("X-Influxdb-Error", MESSAGE));

    private InfluxQueries() {}

    public static List<Route> routes() {
        return List.of(
                refused(Route.get("/query", InfluxQueries::notOffered), "influxQuery", "InfluxQL"),
                refused(Route.post("/query", InfluxQueries::notOffered), "influxPostQuery", "InfluxQL"),
                refused(Route.post("/api/v2/query", InfluxQueries::notOffered), "fluxQuery", "Flux"),
                refused(Route.get("/api/v3/query_sql", InfluxQueries::notOffered), "sqlQuery", "SQL"),
                refused(Route.post("/api/v3/query_sql", InfluxQueries::notOffered), "sqlPostQuery", "SQL"),
                refused(Route.get("/api/v3/query_influxql", InfluxQueries::notOffered), "influxQuery3", "InfluxQL"),
                refused(
                        Route.post("/api/v3/query_influxql", InfluxQueries::notOffered),
                        "influxPostQuery3",
                        "InfluxQL"));
    }

    private static Route refused(Route route, String id, String language) {
        return route.open().described(IngestOperations.notOffered(id, language));
    }

    private static Object notOffered(ApiRequest request) {
        return NOT_OFFERED;
    }
}
