package dev.varve.server.api;

/** An object without properties. */
public record EmptyJson() {}
