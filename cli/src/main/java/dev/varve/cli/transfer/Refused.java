package dev.varve.cli.transfer;

/** A line of a file that was not stored, and why. */
public record Refused(long line, String code, String message) {}
