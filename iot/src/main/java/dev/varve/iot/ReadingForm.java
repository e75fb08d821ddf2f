package dev.varve.iot;

import dev.varve.error.Rejected;
import dev.varve.internal.Interner;
import dev.varve.key.Parts;
import dev.varve.series.internal.append.PreparedAppends;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What many readings of {@link ReadingWriter} have in common: the device, where it is, and the names of their fields. Keep it
 * as long as the device sends such readings. Thread-safe.
 */
public final class ReadingForm {

    /** The largest number of lists of fields that forms share. */
    private static final int MAX_LISTS = 10_000;

    /** The largest number of locations that forms and devices share. */
    private static final int MAX_LOCATIONS = 100_000;

    private static final Interner<List<String>> FIELDS = new Interner<>(MAX_LISTS);

    static final Interner<Optional<String>> LOCATIONS = new Interner<>(MAX_LOCATIONS);

    private final String deviceId;
    private final Optional<String> location;
    private final List<String> fields;
    private volatile @Nullable Use use;

    /**
     * The form as one writer uses it.
     *
     * @param location the location that the readings get
     * @param device what the registry said of the device
     */
    private record Use(
            PreparedAppends rows,
            Optional<String> location,
            PreparedAppends.Prepared prepared,
            Registry.CachedDevice device) {}

    private ReadingForm(String deviceId, Optional<String> location, List<String> fields) {
        this.deviceId = deviceId;
        this.location = location;
        this.fields = fields;
    }

    /** Returns the form of readings with these fields. */
    public static ReadingForm of(String deviceId, String... fields) {
        return of(deviceId, List.of(fields));
    }

    /** Returns the form of readings with these fields; there must be at least one, and none twice. */
    public static ReadingForm of(String deviceId, List<String> fields) {
        if (fields.isEmpty() || new HashSet<>(fields).size() < fields.size()) {
            throw new Rejected(
                    "iot.form-fields",
                    "readings of device %s have the fields %s: give at least one, and each once"
                            .formatted(deviceId, fields));
        }
        return new ReadingForm(deviceId, Optional.empty(), FIELDS.shared(List.copyOf(fields)));
    }

    /** Returns the form of readings at this location; otherwise they have that of their device. */
    public ReadingForm at(String newLocation) {
        return new ReadingForm(deviceId, LOCATIONS.shared(Optional.of(newLocation)), fields);
    }

    public String deviceId() {
        return deviceId;
    }

    public Optional<String> location() {
        return location;
    }

    public List<String> fields() {
        return fields;
    }

    void requireSize(int values) {
        if (values != fields.size()) {
            throw new Rejected("iot.form-values", "%s values are given for the fields %s".formatted(values, fields));
        }
    }

    /** Returns whether readings of this form were prepared, so that only their clocks and numbers are to be checked. */
    @SuppressWarnings("ReferenceEquality") // A form is prepared for exactly this writer.
    boolean isPrepared(PreparedAppends rows) {
        Use known = use;
        return known != null && known.rows() == rows;
    }

    /** Returns the prepared reading if the registry has nothing to say or to record about it, otherwise null. */
    @SuppressWarnings("ReferenceEquality") // A form is prepared for exactly this writer.
    PreparedAppends.@Nullable Prepared prepared(PreparedAppends rows, Instant at, Instant now) {
        Use known = use;
        return known != null && known.rows() == rows && known.device().covers(at, now) ? known.prepared() : null;
    }

    /** Prepares readings of a device that was looked up. */
    @SuppressWarnings("ReferenceEquality") // As above.
    PreparedAppends.Prepared prepare(PreparedAppends rows, Registry.CachedDevice device) {
        Optional<String> place =
                location.isPresent() ? location : device.device().flatMap(FleetDevice::location);
        Use known = use;
        if (known == null || known.rows() != rows || !known.location().equals(place)) {
            Map<String, String> texts = place.<Map<String, String>>map(text -> Map.of(FleetSeries.LOCATION, text))
                    .orElseGet(Map::of);
            known = new Use(
                    rows, place, rows.prepare(Parts.of(FleetSeries.DEVICE, deviceId), "fields", fields, texts), device);
            use = known;
        } else if (known.device() != device) {
            known = new Use(rows, place, known.prepared(), device);
            use = known;
        }
        return known.prepared();
    }
}
