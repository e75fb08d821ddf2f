package dev.varve.cli.demo;

/** Somebody wants the work to end. */
final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1;
}
