package dev.varve.server.fleet;

import dev.varve.core.Rejected;
import dev.varve.core.series.AppendReport;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.FleetDevice;
import dev.varve.iot.OpenFleet;
import dev.varve.server.ingest.Entry;
import dev.varve.server.ingest.Intake;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Stores samples as readings of devices. A device that is not registered is, with what the sample tells of it; how many
 * there may be, and of how many fields, is limited: a wrong tag makes a device of each request.
 */
public final class FleetIntake implements Intake {

    /** A clock may be ahead by so much; one that is further is mistaken, and would be the latest for ever. */
    private static final Duration AHEAD = Duration.ofDays(1);

    private static final String LOCATION = "location";

    private final OpenFleet<DynamicReading> fleet;
    private final FleetView view;
    private final InstantSource clock;
    private final Newcomers newcomers;
    private final Cardinality most;
    private final Map<String, Set<String>> fields = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> locations = new ConcurrentHashMap<>();

    public FleetIntake(OpenFleet<DynamicReading> fleet, FleetView view, InstantSource clock, Cardinality most) {
        this.fleet = fleet;
        this.view = view;
        this.clock = clock;
        this.newcomers = new Newcomers(fleet.devices(), view, most.devices());
        this.most = most;
    }

    @Override
    public AppendReport<DynamicReading, DynamicReading> store(List<Entry.Sample> samples) {
        Instant now = clock.instant();
        List<DynamicReading> readings = new ArrayList<>(samples.size());
        List<@Nullable Rejected> refusals = new ArrayList<>(samples.size());
        Map<String, Rejected> unregistered = register(samples, now);
        for (Entry.Sample sample : samples) {
            Rejected refusal = refusal(sample, now, unregistered);
            refusals.add(refusal);
            readings.add(new DynamicReading(
                    sample.deviceId(),
                    sample.at(),
                    sample.fields(),
                    refusal == null ? location(sample) : Optional.empty()));
        }
        List<DynamicReading> good = new ArrayList<>(samples.size());
        for (int i = 0; i < readings.size(); i++) {
            if (refusals.get(i) == null) {
                good.add(readings.get(i));
            }
        }
        Iterator<AppendReport.Entry<DynamicReading, DynamicReading>> stored =
                fleet.appendAll(good).entries().iterator();
        List<AppendReport.Entry<DynamicReading, DynamicReading>> entries = new ArrayList<>(samples.size());
        for (int i = 0; i < readings.size(); i++) {
            Rejected refusal = refusals.get(i);
            entries.add(refusal == null ? stored.next() : new AppendReport.Entry<>(readings.get(i), null, refusal));
        }
        return new AppendReport<>(entries);
    }

    private static boolean isTooFarAhead(Entry.Sample sample, Instant now) {
        return sample.at().isAfter(now.plus(AHEAD));
    }

    private @Nullable Rejected refusal(Entry.Sample sample, Instant now, Map<String, Rejected> unregistered) {
        if (isTooFarAhead(sample, now)) {
            return new Rejected(
                    "reading.too-far-ahead",
                    "the clock says %s, more than a day ahead: is the precision right?".formatted(sample.at()));
        }
        Rejected refusal = unregistered.get(sample.deviceId());
        return refusal == null ? tooManyFields(sample) : refusal;
    }

    /** Registers the devices of these samples that are not yet; returns why one could not be, by its id. */
    private Map<String, Rejected> register(List<Entry.Sample> samples, Instant now) {
        Map<String, Newcomers.Newcomer> unknown = new LinkedHashMap<>();
        for (Entry.Sample sample : samples) {
            String id = sample.deviceId();
            if (!unknown.containsKey(id) && !isTooFarAhead(sample, now) && !isKnown(id)) {
                unknown.put(id, new Newcomers.Newcomer(device(sample), sample.at()));
            }
        }
        return newcomers.register(unknown.values());
    }

    private boolean isKnown(String deviceId) {
        if (view.device(deviceId).isPresent()) {
            return true;
        }
        view.requireDevices();
        return view.device(deviceId).isPresent();
    }

    private static FleetDevice device(Entry.Sample sample) {
        FleetDevice device = FleetDevice.of(sample.deviceId(), sample.deviceId());
        for (Map.Entry<String, String> label : sample.labels().entrySet()) {
            device = label.getKey().equals(LOCATION)
                    ? device.withLocation(label.getValue())
                    : device.withLabel(label.getKey(), label.getValue());
        }
        return device;
    }

    /**
     * Returns where a sample was taken, if it says so. One of a device that names another place each time, as coordinates do,
     * is taken where the device is registered.
     */
    private Optional<String> location(Entry.Sample sample) {
        String location = sample.labels().get(LOCATION);
        if (location == null) {
            return Optional.empty();
        }
        Set<String> known = locations.computeIfAbsent(sample.deviceId(), first -> ConcurrentHashMap.newKeySet());
        if (known.contains(location)) {
            return Optional.of(location);
        }
        synchronized (known) {
            if (known.size() >= most.locations()) {
                return Optional.empty();
            }
            known.add(location);
        }
        return Optional.of(location);
    }

    /** Counts the fields of a sample to those of its device if all of them fit, and none otherwise. */
    private @Nullable Rejected tooManyFields(Entry.Sample sample) {
        Set<String> known = fields.computeIfAbsent(sample.deviceId(), first -> ConcurrentHashMap.newKeySet());
        if (known.containsAll(sample.fields().keySet())) {
            return null;
        }
        synchronized (known) {
            List<String> added = sample.fields().keySet().stream()
                    .filter(field -> !known.contains(field))
                    .sorted()
                    .toList();
            int room = most.fields() - known.size();
            if (added.size() > room) {
                return new Rejected(
                        "reading.too-many-fields",
                        "field %s would be one more than the %s that device %s may have"
                                .formatted(added.get(Math.max(room, 0)), most.fields(), sample.deviceId()));
            }
            known.addAll(added);
            return null;
        }
    }
}
