package dev.varve.server.api;

/**
 * An error.
 *
 * @param code The stable code of the error, such as {@code ask.range}.
 * @param message What happened and what to change.
 */
public record ErrorJson(String code, String message) {}
