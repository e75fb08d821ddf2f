package dev.varve.server.fleet.intake;

import dev.varve.error.Rejected;
import dev.varve.iot.BatchReport;
import dev.varve.iot.DeviceStatus;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.FleetDevice;
import dev.varve.iot.OpenFleet;
import dev.varve.iot.ReadingWriter;
import dev.varve.series.AppendReport;
import dev.varve.server.fleet.view.FleetView;
import dev.varve.server.fleet.view.LatestReading;
import dev.varve.server.ingest.Entry;
import dev.varve.server.ingest.FormedReadings;
import dev.varve.server.ingest.SampleSink;
import dev.varve.table.BlockingTable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stores samples as readings, and registers unknown devices with the labels of their sample. The numbers of devices and
 * fields are limited, because a wrong tag would create a device with each request.
 */
public final class FleetIntake implements SampleSink {

    /** A clock may be ahead by this much. One that is further ahead is wrong, and would stay the latest for ever. */
    private static final Duration AHEAD = Duration.ofDays(1);

    /** A clock before this one has another unit than the request says: it is some time after 1970. */
    private static final Instant EARLIEST = Instant.parse("1980-01-01T00:00:00Z");

    private static final String LOCATION = "location";

    /** The largest number of fields that an error message names. */
    private static final int SHOWN_FIELDS = 3;

    private final OpenFleet<DynamicReading> fleet;
    private final ReadingWriter writer;
    private final FleetView view;
    private final InstantSource clock;
    private final DeviceRegistration newcomers;
    private final Cardinality most;
    private final OlderSeries older;
    private final NamesByDevice fields = new NamesByDevice();
    private final NamesByDevice texts = new NamesByDevice();
    private final NamesByDevice locations = new NamesByDevice();

    /** Devices near the field limit, whose fields from before the start were read. */
    private final Set<String> seeded = ConcurrentHashMap.newKeySet();

    public FleetIntake(OpenFleet<DynamicReading> fleet, FleetView view, InstantSource clock, Cardinality most) {
        this.fleet = fleet;
        this.writer = ReadingWriter.on(fleet);
        this.view = view;
        this.clock = clock;
        this.newcomers = new DeviceRegistration(fleet.devices(), view, most.devices());
        this.most = most;
        this.older = new OlderSeries(fleet.devices(), view);
        view.whenRemoved(this::forget);
    }

    /** Which ages of readings are accepted. */
    private enum Age {
        LIMITED,
        ANY
    }

    @Override
    public Stored store(List<Entry.Sample> sent) {
        return store(sent, Age.LIMITED);
    }

    @Override
    public Stored backfill(List<Entry.Sample> sent) {
        return store(sent, Age.ANY);
    }

    private Stored store(List<Entry.Sample> sent, Age age) {
        Instant now = clock.instant();
        List<Entry.Sample> samples = older.resolved(sent);
        List<@Nullable Rejected> refusals = new ArrayList<>(samples.size());
        Places places = new Places();
        for (Entry.Sample sample : samples) {
            refusals.add(refusal(sample, now, places, age));
        }
        // Only samples that will be stored register a device.
        Map<String, Rejected> unregistered = register(samples, refusals);
        List<DynamicReading> readings = new ArrayList<>(samples.size());
        List<DynamicReading> good = new ArrayList<>(samples.size());
        List<Entry.Bad> partial = new ArrayList<>();
        for (int i = 0; i < samples.size(); i++) {
            Entry.Sample sample = samples.get(i);
            Rejected refusal = refusals.get(i);
            refusal = refusal == null ? unregistered.get(sample.deviceId()) : refusal;
            Map<String, Double> kept = sample.fields();
            Map<String, String> texts = sample.texts();
            if (refusal == null) {
                kept = kept(sample);
                texts = keptTexts(sample);
                if (kept.size() < sample.fields().size()
                        || texts.size() < sample.texts().size()) {
                    Rejected tooMany = tooManyFields(sample, kept, texts);
                    boolean isEmpty = kept.isEmpty() && texts.isEmpty();
                    refusal = isEmpty ? tooMany : null;
                    if (!isEmpty) {
                        partial.add(Entry.Bad.of(sample.line(), tooMany));
                    }
                }
            }
            refusals.set(i, refusal);
            readings.add(new DynamicReading(
                    sample.deviceId(),
                    sample.at(),
                    kept,
                    refusal == null ? location(sample) : Optional.empty(),
                    texts));
            if (refusal == null) {
                good.add(readings.get(i));
            }
        }
        AppendReport<DynamicReading> report =
                age == Age.LIMITED ? fleet.appendAll(good) : BlockingTable.await(fleet.stageBackfill(good));
        Iterator<AppendReport.Entry<DynamicReading>> stored = report.entries().iterator();
        // Only readings of the history are shown: what is older is in rows alone.
        Instant shown = age == Age.LIMITED ? Instant.MIN : oldest(now);
        List<AppendReport.Entry<DynamicReading>> entries = new ArrayList<>(samples.size());
        for (int i = 0; i < readings.size(); i++) {
            Rejected refusal = refusals.get(i);
            AppendReport.Entry<DynamicReading> entry =
                    refusal == null ? stored.next() : new AppendReport.Entry<>(readings.get(i), null, refusal);
            entries.add(entry);
            if (entry.error() == null && !readings.get(i).at().isBefore(shown)) {
                view.appended(new LatestReading(readings.get(i)));
            }
        }
        return new Stored(new AppendReport<>(entries), partial);
    }

    /** Returns the oldest clock that the history accepts. */
    private Instant oldest(Instant now) {
        return fleet.readings().rollup().maxLate().map(now::minus).orElse(Instant.MIN);
    }

    @Override
    public BatchReport store(FormedReadings readings) {
        ReadingWriter.Batch batch = writer.batch(readings.size());
        for (int i = 0; i < readings.size(); i++) {
            batch.add(readings.form(i), readings.at(i), readings.values(), readings.start(i));
        }
        BatchReport report = batch.append();
        // Only the newest reading of a device is shown, unless somebody watches all of them.
        boolean isEach = view.isWatched() || !report.refused().isEmpty();
        int counted = 0;
        for (int i = 0; i < readings.size(); i++) {
            counted++;
            if (i + 1 == readings.size() || !readings.at(i + 1).equals(readings.at(i))) {
                view.count(readings.at(i), counted - refused(report, i + 1 - counted, i + 1));
                counted = 0;
            }
            if (isEach ? !report.refused().containsKey(i) : !readings.isFollowed(i)) {
                view.note(new LatestReading(readings.form(i), readings.at(i), readings.values(i)));
            }
        }
        return report;
    }

    /** Returns how many readings from one place to another, exclusive, were refused. */
    private static int refused(BatchReport report, int from, int to) {
        int refused = 0;
        for (int i = from; i < to && !report.refused().isEmpty(); i++) {
            refused += report.refused().containsKey(i) ? 1 : 0;
        }
        return refused;
    }

    /** The location of each device at each instant of a batch. */
    private static final class Places {

        private record Place(String deviceId, Instant at) {}

        private final Map<Place, String> known = new HashMap<>();

        /** Returns a different location that the batch gives for the device and instant of a sample, or null. */
        @Nullable
        String other(Entry.Sample sample) {
            String location = sample.labels().get(LOCATION);
            if (location == null) {
                return null;
            }
            String before = known.putIfAbsent(new Place(sample.deviceId(), sample.at()), location);
            return location.equals(before) ? null : before;
        }
    }

    private @Nullable Rejected refusal(Entry.Sample sample, Instant now, Places places, Age age) {
        if (sample.at().isAfter(now.plus(AHEAD))) {
            return new Rejected(
                    "reading.too-far-ahead",
                    "the clock is %s, more than a day ahead: is the precision right?".formatted(sample.at()));
        }
        if (age == Age.ANY && sample.at().isBefore(EARLIEST)) {
            return new Rejected(
                    "reading.clock-unlikely",
                    "the clock is %s, before 1980: is the precision right?".formatted(sample.at()));
        }
        String id = sample.deviceId();
        boolean isKnown = isKnown(id);
        if (isKnown && view.device(id).map(FleetDevice::status).equals(Optional.of(DeviceStatus.DELETING))) {
            return new Rejected(
                    "reading.device-deleting",
                    "device %s is being deleted: send the reading again when it is deleted".formatted(id));
        }
        String other = places.other(sample);
        if (other != null) {
            return new Rejected(
                    "reading.two-locations",
                    "device %s has another reading at the same instant in this batch, from location %s: a device is at one"
                                    .formatted(id, other)
                            + " location at a time, so give the readings two device ids");
        }
        if (!isKnown && age == Age.LIMITED) {
            try {
                fleet.readings()
                        .check(new DynamicReading(id, sample.at(), sample.fields(), Optional.empty(), sample.texts()));
            } catch (Rejected refused) {
                return refused;
            }
        }
        return null;
    }

    /** Registers the devices of accepted samples; returns the failures by device id. */
    private Map<String, Rejected> register(List<Entry.Sample> samples, List<@Nullable Rejected> refusals) {
        Set<String> named = new HashSet<>();
        Map<FleetDevice, Instant> unknown = new LinkedHashMap<>();
        for (int i = 0; i < samples.size(); i++) {
            Entry.Sample sample = samples.get(i);
            String id = sample.deviceId();
            if (refusals.get(i) == null && !isKnown(id) && named.add(id)) {
                unknown.put(device(sample), sample.at());
            }
        }
        return newcomers.register(unknown);
    }

    private boolean isKnown(String deviceId) {
        if (view.device(deviceId).isPresent()) {
            return true;
        }
        view.requireDevices();
        return view.device(deviceId).isPresent();
    }

    /** Returns a new entry. What was stated about the device holds for a new series of it. */
    private FleetDevice device(Entry.Sample sample) {
        FleetDevice device = FleetDevice.of(sample.deviceId(), sample.deviceId());
        Optional<FleetDevice> own = view.device(view.deviceOf(sample.deviceId()));
        if (own.isPresent()) {
            FleetDevice stated = own.get();
            device = device.withType(stated.type());
            device = stated.status() == DeviceStatus.DELETING ? device : device.withStatus(stated.status());
            device = stated.location().map(device::withLocation).orElse(device);
            device = stated.firmware().map(device::withFirmware).orElse(device);
        }
        for (Map.Entry<String, String> label : sample.labels().entrySet()) {
            device = label.getKey().equals(LOCATION)
                    ? device.withLocation(label.getValue())
                    : device.withLabel(label.getKey(), label.getValue());
        }
        return device;
    }

    /**
     * Returns the location of a sample, if it has one. A device that names a new location each time, such as coordinates,
     * has the location it is registered with.
     */
    private Optional<String> location(Entry.Sample sample) {
        String location = sample.labels().get(LOCATION);
        if (location == null) {
            return Optional.empty();
        }
        String id = sample.deviceId();
        if (locations.of(id).contains(location)) {
            return Optional.of(location);
        }
        synchronized (locations) {
            Set<String> known = locations.of(id);
            if (!known.contains(location) && known.size() >= most.locations()) {
                return Optional.empty();
            }
            locations.add(id, List.of(location));
        }
        return Optional.of(location);
    }

    /** Returns the fields of a sample that its device may have; new ones count from now on. */
    private Map<String, Double> kept(Entry.Sample sample) {
        String id = sample.deviceId();
        if (fields.of(id).containsAll(sample.fields().keySet())) {
            return sample.fields();
        }
        Set<String> before = fields.of(id);
        long added = sample.fields().keySet().stream()
                .filter(field -> !before.contains(field))
                .count();
        if (before.size() + added > most.fields() && !seeded.contains(id)) {
            Set<String> stored = fleet.device(id).rowFields();
            synchronized (fields) {
                fields.add(id, stored);
                seeded.add(id);
            }
        }
        synchronized (fields) {
            Set<String> known = new HashSet<>(fields.of(id));
            for (String field : new TreeSet<>(sample.fields().keySet())) {
                if (known.size() < most.fields()) {
                    known.add(field);
                }
            }
            fields.add(id, known);
            if (known.containsAll(sample.fields().keySet())) {
                return sample.fields();
            }
            Map<String, Double> kept = new HashMap<>(sample.fields());
            kept.keySet().retainAll(known);
            return kept;
        }
    }

    /** Returns the texts of a sample that its device may have. A block of a device holds a limited number of columns. */
    private Map<String, String> keptTexts(Entry.Sample sample) {
        if (sample.texts().isEmpty()) {
            return sample.texts();
        }
        String id = sample.deviceId();
        if (texts.of(id).containsAll(sample.texts().keySet())) {
            return sample.texts();
        }
        synchronized (texts) {
            Set<String> known = new HashSet<>(texts.of(id));
            Map<String, String> kept = new TreeMap<>(sample.texts());
            kept.keySet()
                    .removeIf(name -> !known.contains(name) && (known.size() >= most.fields() || !known.add(name)));
            texts.add(id, known);
            return kept;
        }
    }

    private Rejected tooManyFields(Entry.Sample sample, Map<String, Double> kept, Map<String, String> texts) {
        List<String> left = Stream.concat(
                        sample.fields().keySet().stream().filter(field -> !kept.containsKey(field)),
                        sample.texts().keySet().stream().filter(text -> !texts.containsKey(text)))
                .sorted()
                .toList();
        view.leftOut(sample.deviceId(), left);
        String shown = String.join(", ", left.subList(0, Math.min(left.size(), SHOWN_FIELDS)));
        return new Rejected(
                "reading.too-many-fields",
                "series %s has reached the limit of %s fields: %s%s %s not stored. Send them in another series"
                        .formatted(
                                sample.deviceId(),
                                most.fields(),
                                shown,
                                left.size() > SHOWN_FIELDS ? " and %s more".formatted(left.size() - SHOWN_FIELDS) : "",
                                left.size() == 1 ? "was" : "were"));
    }

    private void forget(String deviceId) {
        fields.forget(deviceId);
        texts.forget(deviceId);
        locations.forget(deviceId);
        seeded.remove(deviceId);
    }
}
