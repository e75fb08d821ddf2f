package dev.varve.server.api.ops;

import java.util.List;

/**
 * The state of the process. All properties but {@code alive} are those of InfluxDB's health check.
 *
 * @param alive Always true.
 * @param name Always {@code varve}.
 * @param message A text for people.
 * @param status Always {@code pass}.
 * @param checks Always empty.
 * @param version The version of the API.
 */
public record Health(boolean alive, String name, String message, String status, List<Object> checks, String version) {}
