package dev.varve.iot;

import dev.varve.error.VarveException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The outcome of a batch of readings.
 *
 * @param applied how many readings were stored
 * @param duplicates how many were stored before, exactly as given
 * @param conflicts the readings, by their place in the batch, that were not stored because another one has their clock
 * @param refused the readings, by their place in the batch, that could not be stored, and why
 */
public record BatchReport(
        long applied, long duplicates, List<Integer> conflicts, Map<Integer, VarveException> refused) {

    public BatchReport {
        conflicts = List.copyOf(conflicts);
        refused = Collections.unmodifiableMap(new TreeMap<>(refused));
    }

    static final class Counter {
        private long applied;
        private long duplicates;
        private final List<Integer> conflicts = new ArrayList<>();
        private final Map<Integer, VarveException> refused = new TreeMap<>();

        void applied() {
            applied++;
        }

        void duplicate() {
            duplicates++;
        }

        void conflict(int place) {
            conflicts.add(place);
        }

        void refused(int place, VarveException error) {
            refused.put(place, error);
        }

        BatchReport build() {
            return new BatchReport(applied, duplicates, conflicts, refused);
        }
    }
}
