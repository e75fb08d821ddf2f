package dev.varve.server.api.fleet;

import java.time.Instant;
import java.util.Map;

/**
 * A reading.
 *
 * @param at The time of the reading.
 * @param fields The values by field.
 */
public record ReadingJson(Instant at, Map<String, Double> fields) {}
