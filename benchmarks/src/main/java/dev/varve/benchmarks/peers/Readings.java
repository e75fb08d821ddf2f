package dev.varve.benchmarks.peers;

import java.util.SplittableRandom;

/**
 * Readings of simulated sensors, one of each device in every minute. The same seed gives the same values, and the values of a
 * device do not depend on the number of devices. Readings are numbered in the order of arrival: all devices of a minute, then
 * the next minute.
 */
public final class Readings {

    public static final long MINUTE_MILLIS = 60_000;
    static final long HOUR_MILLIS = 60 * MINUTE_MILLIS;
    static final long DAY_MILLIS = 24 * HOUR_MILLIS;

    private static final int MINUTES_OF_A_DAY = 24 * 60;
    private static final double FULL_BATTERY = 100;

    private final long startMillis;
    private final int devices;
    private final int minutes;
    private final int[][] mantissas;

    private Readings(long startMillis, int devices, int minutes) {
        this.startMillis = startMillis;
        this.devices = devices;
        this.minutes = minutes;
        this.mantissas = new int[Field.COUNT][Math.multiplyExact(devices, minutes)];
    }

    /** Generates readings from a start, which is the beginning of a day in UTC. */
    public static Readings generate(long seed, long startMillis, int devices, int minutes) {
        if (startMillis % DAY_MILLIS != 0) {
            throw new IllegalArgumentException("the start %s is not the beginning of a day".formatted(startMillis));
        }
        Readings readings = new Readings(startMillis, devices, minutes);
        for (int device = 0; device < devices; device++) {
            readings.simulate(new SplittableRandom(seed * 1_000_003 + device), device);
        }
        return readings;
    }

    /** A room: temperature and humidity swing with the day and wander slowly; the battery empties over weeks. */
    private void simulate(SplittableRandom random, int device) {
        double base = 16 + 10 * random.nextDouble();
        double swing = 0.5 + 3 * random.nextDouble();
        double shift = random.nextDouble();
        double damp = 35 + 25 * random.nextDouble();
        double battery = 40 + (FULL_BATTERY - 40) * random.nextDouble();
        double perMinute = (0.5 + random.nextDouble()) / MINUTES_OF_A_DAY;
        double wandering = 0;
        double dampWandering = 0;
        for (int minute = 0; minute < minutes; minute++) {
            double day = StrictMath.sin(2 * Math.PI * ((double) minute / MINUTES_OF_A_DAY + shift));
            wandering = 0.995 * wandering + 0.02 * noise(random);
            dampWandering = 0.995 * dampWandering + 0.06 * noise(random);
            battery = battery - perMinute < 5 ? FULL_BATTERY : battery - perMinute;
            set(Field.TEMPERATURE, minute, device, 100 * (base + swing * day + wandering + 0.01 * noise(random)));
            set(Field.HUMIDITY, minute, device, 10 * (damp - 4 * day + dampWandering + 0.03 * noise(random)));
            set(Field.BATTERY, minute, device, battery);
        }
    }

    /** Returns nearly normal noise of deviation 1, the same on every Java. */
    private static double noise(SplittableRandom random) {
        return (random.nextDouble() + random.nextDouble() + random.nextDouble() + random.nextDouble() - 2) * 1.732;
    }

    private void set(Field field, int minute, int device, double units) {
        mantissas[field.position()][minute * devices + device] = (int) Math.round(units);
    }

    /** Returns the name of a device: {@code sensor_00001}. */
    public static String id(int device) {
        String digits = Integer.toString(device + 1);
        return "sensor_" + "0".repeat(Math.max(0, 5 - digits.length())) + digits;
    }

    public int devices() {
        return devices;
    }

    public int minutes() {
        return minutes;
    }

    /** Returns the number of readings. */
    public int rows() {
        return devices * minutes;
    }

    public int device(int row) {
        return row % devices;
    }

    /** Returns the clock of a reading. */
    public long millis(int row) {
        return startMillis + row / devices * MINUTE_MILLIS;
    }

    /** Returns the value as a whole number of units in the last decimal place. */
    int mantissa(Field field, int row) {
        return mantissas[field.position()][row];
    }

    public double value(Field field, int row) {
        return field.value(mantissa(field, row));
    }

    /** Returns the number of the reading of a device in a minute. */
    int row(int device, int minute) {
        return minute * devices + device;
    }

    public long startMillis() {
        return startMillis;
    }

    /** Returns the clock after the last reading, exclusive. */
    public long endMillis() {
        return startMillis + minutes * MINUTE_MILLIS;
    }

    /** Returns the first devices of these, so few that there are at most this many readings; at least one device. */
    Readings atMost(int rows) {
        int fewer = Math.min(devices, Math.max(1, rows / minutes));
        Readings part = new Readings(startMillis, fewer, minutes);
        for (int field = 0; field < Field.COUNT; field++) {
            for (int minute = 0; minute < minutes; minute++) {
                System.arraycopy(mantissas[field], minute * devices, part.mantissas[field], minute * fewer, fewer);
            }
        }
        return part;
    }
}
