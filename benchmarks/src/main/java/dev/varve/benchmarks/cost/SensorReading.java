package dev.varve.benchmarks.cost;

import dev.varve.benchmarks.peers.Field;
import dev.varve.benchmarks.peers.Readings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A reading of a sensor. */
record SensorReading(String deviceId, Instant at, double temperature, double humidity, double battery) {

    static final Duration KEPT = Duration.ofDays(30);

    private static final int SECONDS = 60;

    /** Returns the readings of all sensors in a minute. The sensors spread evenly over its seconds. */
    static List<SensorReading> ofMinute(Readings readings, int minute) {
        List<SensorReading> all = new ArrayList<>(readings.devices());
        for (int second = 0; second < SECONDS; second++) {
            for (int device = second; device < readings.devices(); device += SECONDS) {
                int row = minute * readings.devices() + device;
                all.add(new SensorReading(
                        Readings.id(device),
                        Instant.ofEpochMilli(readings.millis(row)).plusSeconds(second),
                        readings.value(Field.TEMPERATURE, row),
                        readings.value(Field.HUMIDITY, row),
                        readings.value(Field.BATTERY, row)));
            }
        }
        return all;
    }

    double value(Field field) {
        return switch (field) {
            case TEMPERATURE -> temperature;
            case HUMIDITY -> humidity;
            case BATTERY -> battery;
        };
    }
}
