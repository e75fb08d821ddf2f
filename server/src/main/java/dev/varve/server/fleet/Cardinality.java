package dev.varve.server.fleet;

/**
 * How many different things are taken in.
 *
 * @param devices how many devices there may be; deleting one makes room
 * @param fields how many fields a device may have; further ones are not stored
 * @param locations how many locations readings of one of them may name; there are rows for each
 */
public record Cardinality(int devices, int fields, int locations) {

    /** Rows of aggregates hold this many fields; one beyond it would have none. */
    public static final int MAX_FIELDS = 64;

    public static final Cardinality USUAL = new Cardinality(100_000, MAX_FIELDS, 100);

    public Cardinality withDevices(int newDevices) {
        return new Cardinality(newDevices, fields, locations);
    }
}
