package dev.varve.benchmarks;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/** Typical records of an application. */
final class SampleRecords {

    enum Status {
        ACTIVE,
        INACTIVE
    }

    record Reading(String deviceId, Instant at, double temperature, double humidity, int battery) {}

    record Position(double latitude, double longitude) {}

    record Device(
            String deviceId,
            Status status,
            Optional<String> label,
            Instant createdAt,
            Position position,
            List<String> fields,
            Set<String> tags) {}

    private SampleRecords() {}

    static Reading reading(SplittableRandom random) {
        return new Reading(
                "sensor_" + random.nextInt(100),
                instant(random),
                random.nextInt(-200, 400) / 10.0,
                random.nextInt(1000) / 10.0,
                random.nextInt(101));
    }

    static Device device(SplittableRandom random) {
        return new Device(
                "sensor_" + random.nextInt(100),
                random.nextBoolean() ? Status.ACTIVE : Status.INACTIVE,
                random.nextBoolean() ? Optional.of("hall " + random.nextInt(9)) : Optional.empty(),
                instant(random),
                new Position(random.nextInt(-9000, 9000) / 100.0, random.nextInt(-18000, 18000) / 100.0),
                List.of("temperature", "humidity"),
                Set.of("indoor", "north"));
    }

    private static Instant instant(SplittableRandom random) {
        return Instant.ofEpochMilli(random.nextLong(1_700_000_000_000L, 1_800_000_000_000L));
    }
}
