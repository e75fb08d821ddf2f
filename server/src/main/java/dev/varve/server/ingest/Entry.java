package dev.varve.server.ingest;

import dev.varve.error.VarveException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/** The result of parsing one line, row or element of a body. */
public sealed interface Entry {

    /** Returns its number in the body, from 1. */
    int line();

    /**
     * A sample of a device.
     *
     * @param labels further labels of the device
     */
    record Sample(int line, String deviceId, Instant at, Map<String, Double> fields, Map<String, String> labels)
            implements Entry {

        public Sample {
            fields = Map.copyOf(fields);
            labels = Map.copyOf(labels);
        }
    }

    /** An entry that is not a sample, and why. */
    record Bad(int line, String code, String message) implements Entry {

        public static Bad of(int line, VarveException refused) {
            return new Bad(line, refused.code(), Objects.toString(refused.getMessage()));
        }
    }
}
