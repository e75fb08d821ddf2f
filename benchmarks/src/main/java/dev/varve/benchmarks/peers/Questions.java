package dev.varve.benchmarks.peers;

import java.util.SplittableRandom;

/** Asks for random devices and hours, the same for every database. */
final class Questions {

    private static final long SEED = 16;
    private static final int DAYS = 30;

    /** A kind of question. */
    enum Kind {
        HOUR,
        LATEST,
        HOURLY_BY_DEVICE,
        HOURLY_OF_FLEET,
        DAILY
    }

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Readings readings;

    Questions(Readings readings) {
        this.readings = readings;
    }

    Question next(Kind kind) {
        return switch (kind) {
            case HOUR -> new Question.Hour(device(), hour());
            case LATEST -> new Question.Latest();
            case HOURLY_BY_DEVICE -> new Question.HourlyByDevice(lastDay(), endHour());
            case HOURLY_OF_FLEET -> new Question.HourlyOfFleet(lastDay(), endHour());
            case DAILY -> new Question.Daily(device(), firstDay(), roundUp(readings.endMillis(), Readings.DAY_MILLIS));
        };
    }

    private String device() {
        return Readings.id(random.nextInt(readings.devices()));
    }

    private long hour() {
        long hours = (endHour() - readings.startMillis()) / Readings.HOUR_MILLIS;
        return readings.startMillis() + random.nextLong(hours) * Readings.HOUR_MILLIS;
    }

    /** Returns the start of the last 24 hours; the newest of them may be open. */
    private long lastDay() {
        return Math.max(readings.startMillis(), endHour() - Readings.DAY_MILLIS);
    }

    private long endHour() {
        return roundUp(readings.endMillis(), Readings.HOUR_MILLIS);
    }

    private long firstDay() {
        long end = roundUp(readings.endMillis(), Readings.DAY_MILLIS);
        return Math.max(readings.startMillis(), end - DAYS * Readings.DAY_MILLIS);
    }

    private static long roundUp(long millis, long length) {
        return Math.floorDiv(millis + length - 1, length) * length;
    }
}
