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
     * @param fields the numbers by name
     * @param labels further labels of the device
     * @param texts the texts of the reading by name
     */
    record Sample(
            int line,
            String deviceId,
            Instant at,
            Map<String, Double> fields,
            Map<String, String> labels,
            Map<String, String> texts)
            implements Entry {

        public Sample {
            fields = Map.copyOf(fields);
            labels = Map.copyOf(labels);
            texts = Map.copyOf(texts);
        }

        /** A sample without texts. */
        public Sample(int line, String deviceId, Instant at, Map<String, Double> fields, Map<String, String> labels) {
            this(line, deviceId, at, fields, labels, Map.of());
        }

        /** Returns this sample with these texts. */
        public Sample withTexts(Map<String, String> newTexts) {
            return new Sample(line, deviceId, at, fields, labels, newTexts);
        }
    }

    /** An entry that is not a sample, and why. */
    record Bad(int line, String code, String message) implements Entry {

        public static Bad of(int line, VarveException refused) {
            return new Bad(line, refused.code(), Objects.toString(refused.getMessage()));
        }
    }
}
