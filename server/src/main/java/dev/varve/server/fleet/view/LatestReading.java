package dev.varve.server.fleet.view;

import dev.varve.iot.DynamicReading;
import dev.varve.iot.ReadingForm;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A reading as it was sent. It becomes a record only if somebody asks for it. */
public final class LatestReading {

    private final String deviceId;
    private final Instant at;
    private final @Nullable ReadingForm form;
    private final double[] values;
    private volatile @Nullable DynamicReading reading;

    public LatestReading(DynamicReading reading) {
        this.deviceId = reading.deviceId();
        this.at = reading.at();
        this.form = null;
        this.values = new double[0];
        this.reading = reading;
    }

    /** @param values the numbers of the form's fields; the array must not change */
    public LatestReading(ReadingForm form, Instant at, double[] values) {
        this.deviceId = form.deviceId();
        this.at = at;
        this.form = form;
        this.values = values;
    }

    String deviceId() {
        return deviceId;
    }

    Instant at() {
        return at;
    }

    DynamicReading reading() {
        DynamicReading known = reading;
        if (known == null) {
            known = created();
            reading = known;
        }
        return known;
    }

    private DynamicReading created() {
        ReadingForm sent = form;
        if (sent == null) {
            throw new IllegalStateException("neither a record nor a form");
        }
        Map<String, Double> fields = new HashMap<>();
        for (int i = 0; i < values.length; i++) {
            fields.put(sent.fields().get(i), values[i]);
        }
        return new DynamicReading(deviceId, at, fields, sent.location());
    }

    /** Returns the newer one of two readings; two of one clock are parts of the same reading. */
    static LatestReading newer(LatestReading one, LatestReading other) {
        int order = one.at.compareTo(other.at);
        if (order != 0) {
            return order > 0 ? one : other;
        }
        DynamicReading second = other.reading();
        Map<String, Double> fields = new HashMap<>(one.reading().fields());
        fields.putAll(second.fields());
        Map<String, String> texts = new HashMap<>(one.reading().texts());
        texts.putAll(second.texts());
        return new LatestReading(new DynamicReading(
                second.deviceId(), second.at(), fields, second.location().or(one.reading()::location), texts));
    }
}
