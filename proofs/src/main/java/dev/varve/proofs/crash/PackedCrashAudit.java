package dev.varve.proofs.crash;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.proofs.crash.PackedSteps.Reading;
import dev.varve.rollup.RollupRow;
import dev.varve.series.OpenSeries;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Compares the packed series of a killed process with its acknowledged batches, and its rows with a count of the readings. */
final class PackedCrashAudit {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private PackedCrashAudit() {}

    /** Returns the problems found after a round with this many acknowledged steps. */
    static List<String> of(Engine engine, PackedSteps steps, int acknowledged) {
        List<String> problems = new ArrayList<>();
        try (Varve db = PackedSteps.open(engine)) {
            OpenSeries<Reading> readings = PackedSteps.readings(db);
            Set<Reading> expected = new HashSet<>();
            for (int step = 0; step < acknowledged; step++) {
                expected.addAll(steps.batch(step));
            }
            // The step that was not acknowledged may have been carried out, completely or up to a point.
            Set<Reading> allowed = new HashSet<>(steps.batch(acknowledged));
            problems.addAll(differences("from the journal", stored(readings, steps), expected, allowed));
            PackedSteps.flush(readings);
            Map<String, List<Reading>> sealed = stored(readings, steps);
            problems.addAll(differences("from blocks", sealed, expected, allowed));
            db.processing().catchUp(PATIENCE);
            sealed.forEach((device, all) -> problems.addAll(rows(readings, steps, device, all)));
        }
        return problems.stream().map(problem -> "packed: " + problem).toList();
    }

    private static Map<String, List<Reading>> stored(OpenSeries<Reading> readings, PackedSteps steps) {
        Map<String, List<Reading>> stored = new TreeMap<>();
        for (int i = 0; i < PackedSteps.DEVICES; i++) {
            stored.put(
                    PackedSteps.device(i),
                    readings.history(PackedSteps.device(i))
                            .between(steps.from(), steps.from().plus(PackedSteps.ROUND))
                            .list());
        }
        return stored;
    }

    private static List<String> differences(
            String where, Map<String, List<Reading>> stored, Set<Reading> expected, Set<Reading> allowed) {
        List<String> problems = new ArrayList<>();
        Set<Reading> missing = new HashSet<>(expected);
        stored.values()
                .forEach(all -> all.forEach(reading -> {
                    if (!missing.remove(reading) && !allowed.contains(reading)) {
                        problems.add("%s is there twice or was never sent, %s".formatted(reading, where));
                    }
                }));
        missing.forEach(reading -> problems.add("%s is missing, %s".formatted(reading, where)));
        return problems;
    }

    private static List<String> rows(
            OpenSeries<Reading> readings, PackedSteps steps, String device, List<Reading> all) {
        Map<Instant, Long> counted = all.stream()
                .collect(Collectors.groupingBy(
                        reading -> reading.at().truncatedTo(ChronoUnit.HOURS), TreeMap::new, Collectors.counting()));
        Map<Instant, Long> found =
                readings
                        .rollups(device)
                        .hourly()
                        .between(steps.from(), steps.from().plus(PackedSteps.ROUND))
                        .list()
                        .stream()
                        .collect(Collectors.toMap(RollupRow::start, RollupRow::count, Long::sum, TreeMap::new));
        return found.equals(counted)
                ? List.of()
                : List.of("the rows of %s count %s, its readings are %s".formatted(device, found, counted));
    }
}
