package dev.varve.server.ingest;

import dev.varve.error.VarveException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/** What one line, row or element of a body turned out to be. */
public sealed interface Entry {

    /** Returns its number in the body, from 1. */
    int line();

    /**
     * What a device measured.
     *
     * @param labels what else is told of the device
     */
    record Sample(int line, String deviceId, Instant at, Map<String, Double> fields, Map<String, String> labels)
            implements Entry {

        public Sample {
            fields = Map.copyOf(fields);
            labels = Map.copyOf(labels);
        }
    }

    /** Something that is no sample, and why. */
    record Bad(int line, String code, String message) implements Entry {

        public static Bad of(int line, VarveException refused) {
            return new Bad(line, refused.code(), Objects.toString(refused.getMessage()));
        }
    }
}
