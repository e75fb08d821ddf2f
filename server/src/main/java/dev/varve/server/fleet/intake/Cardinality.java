package dev.varve.server.fleet.intake;

/**
 * Limits of distinct devices, fields and locations.
 *
 * @param devices the largest number of devices; deleting one makes room
 * @param fields the largest number of fields per device; further ones are not stored
 * @param locations the largest number of locations that readings of one device may name; each has rollup rows
 */
public record Cardinality(int devices, int fields, int locations) {

    /** Rollup rows hold this many fields; a further one would have no statistics. */
    public static final int MAX_FIELDS = 64;

    public static final Cardinality DEFAULT = new Cardinality(1_000_000, MAX_FIELDS, 100);

    public Cardinality withDevices(int newDevices) {
        return new Cardinality(newDevices, fields, locations);
    }
}
