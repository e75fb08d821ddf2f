package dev.varve.server.api;

/**
 * An error in the form of InfluxDB.
 *
 * @param code The code that InfluxDB uses for this kind of error.
 * @param message What was not stored, and why.
 * @param error The message again.
 */
public record InfluxErrorJson(String code, String message, String error) {}
