package dev.varve.server.fleet;

/**
 * How many different things are taken in.
 *
 * @param devices how many devices there may be
 * @param fields how many fields one of them may have, since the server was started
 * @param locations how many locations readings of one of them may name; there are rows for each
 */
public record Cardinality(int devices, int fields, int locations) {

    public static final Cardinality USUAL = new Cardinality(100_000, 250, 100);
}
