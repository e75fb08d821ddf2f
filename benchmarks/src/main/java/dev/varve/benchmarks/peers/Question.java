package dev.varve.benchmarks.peers;

import java.util.List;
import java.util.Map;

/** A question to a database. Each answer is points by the device they belong to; those of the whole fleet have no device. */
sealed interface Question {

    /** The device of points that belong to all. */
    String FLEET = "";

    /** Returns the answer of a database. */
    Map<String, List<Point>> ask(Database database) throws Exception;

    /** All readings of a device in an hour, oldest first. */
    record Hour(String device, long fromMillis) implements Question {

        long toMillis() {
            return fromMillis + Readings.HOUR_MILLIS;
        }

        @Override
        public Map<String, List<Point>> ask(Database database) throws Exception {
            return Map.of(device, database.hour(this));
        }
    }

    /** The newest reading of every device. */
    record Latest() implements Question {
        @Override
        public Map<String, List<Point>> ask(Database database) throws Exception {
            return database.latest();
        }
    }

    /** The average of every device in every hour of a range. */
    record HourlyByDevice(long fromMillis, long toMillis) implements Question {
        @Override
        public Map<String, List<Point>> ask(Database database) throws Exception {
            return database.hourlyByDevice(this);
        }
    }

    /** The average of all readings in every hour of a range. */
    record HourlyOfFleet(long fromMillis, long toMillis) implements Question {
        @Override
        public Map<String, List<Point>> ask(Database database) throws Exception {
            return Map.of(FLEET, database.hourlyOfFleet(this));
        }
    }

    /** The average of a device on every day of a range. */
    record Daily(String device, long fromMillis, long toMillis) implements Question {
        @Override
        public Map<String, List<Point>> ask(Database database) throws Exception {
            return Map.of(device, database.daily(this));
        }
    }
}
