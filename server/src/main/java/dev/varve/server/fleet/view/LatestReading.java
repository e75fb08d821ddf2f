package dev.varve.server.fleet.view;

import dev.varve.iot.DynamicReading;
import dev.varve.iot.ReadingForm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A reading as it was sent, in little memory. It becomes a record only if somebody asks for it. */
public final class LatestReading {

    private final String deviceId;
    private final Instant at;
    private final List<String> fields;
    private final double[] values;
    private final Optional<String> location;
    private final Map<String, String> texts;

    /** Whether other readings have the list of fields in common; forms of equal fields share it. */
    private final boolean isShared;

    public LatestReading(DynamicReading reading) {
        this.deviceId = reading.deviceId();
        this.at = reading.at();
        this.fields = new ArrayList<>(reading.fields().keySet());
        this.values = new double[fields.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = reading.fields().getOrDefault(fields.get(i), Double.NaN);
        }
        this.location = reading.location();
        this.texts = reading.texts();
        this.isShared = false;
    }

    /** @param values the numbers of the form's fields; the array must not change */
    public LatestReading(ReadingForm form, Instant at, double[] values) {
        this(form.deviceId(), at, form.fields(), values, form.location(), Map.of());
    }

    private LatestReading(
            String deviceId,
            Instant at,
            List<String> fields,
            double[] values,
            Optional<String> location,
            Map<String, String> texts) {
        this.deviceId = deviceId;
        this.at = at;
        this.fields = fields;
        this.values = values;
        this.location = location;
        this.texts = texts;
        this.isShared = true;
    }

    /** Returns this reading with a list of fields that many devices have in common. */
    LatestReading sharing(UnaryOperator<List<String>> lists) {
        return isShared ? this : new LatestReading(deviceId, at, lists.apply(fields), values, location, texts);
    }

    String deviceId() {
        return deviceId;
    }

    Instant at() {
        return at;
    }

    List<String> fields() {
        return fields;
    }

    /** Returns the number of a field, or the other one if the reading has none. */
    double number(String field, double other) {
        int index = fields.indexOf(field);
        return index < 0 ? other : values[index];
    }

    DynamicReading reading() {
        Map<String, Double> numbers = new HashMap<>();
        for (int i = 0; i < values.length; i++) {
            numbers.put(fields.get(i), values[i]);
        }
        return new DynamicReading(deviceId, at, numbers, location, texts);
    }

    /** Returns the newer one of two readings; two of one clock are parts of the same reading. */
    static LatestReading newer(LatestReading one, LatestReading other) {
        int order = one.at.compareTo(other.at);
        if (order != 0) {
            return order > 0 ? one : other;
        }
        DynamicReading first = one.reading();
        DynamicReading second = other.reading();
        Map<String, Double> fields = new HashMap<>(first.fields());
        fields.putAll(second.fields());
        Map<String, String> texts = new HashMap<>(first.texts());
        texts.putAll(second.texts());
        return new LatestReading(new DynamicReading(
                second.deviceId(), second.at(), fields, second.location().or(first::location), texts));
    }
}
