package dev.varve.server.fleet;

import dev.varve.core.Rejected;
import dev.varve.core.entity.EntityOutcome;
import dev.varve.core.series.AppendReport;
import dev.varve.iot.Device;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.OpenFleet;
import dev.varve.server.http.Outage;
import dev.varve.server.ingest.Entry;
import dev.varve.server.ingest.Intake;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
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
    private final Cardinality most;
    private final Map<String, Set<String>> fields = new ConcurrentHashMap<>();

    public FleetIntake(OpenFleet<DynamicReading> fleet, FleetView view, InstantSource clock, Cardinality most) {
        this.fleet = fleet;
        this.view = view;
        this.clock = clock;
        this.most = most;
    }

    @Override
    public AppendReport<DynamicReading, DynamicReading> store(List<Entry.Sample> samples) {
        Instant now = clock.instant();
        List<DynamicReading> readings = new ArrayList<>(samples.size());
        List<@Nullable Rejected> refusals = new ArrayList<>(samples.size());
        for (Entry.Sample sample : samples) {
            Rejected refusal = refusal(sample, now);
            refusals.add(refusal);
            readings.add(new DynamicReading(
                    sample.deviceId(),
                    sample.at(),
                    sample.fields(),
                    Optional.ofNullable(sample.labels().get(LOCATION))));
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

    private @Nullable Rejected refusal(Entry.Sample sample, Instant now) {
        if (sample.at().isAfter(now.plus(AHEAD))) {
            return new Rejected(
                    "reading.too-far-ahead",
                    "the clock says %s, more than a day ahead: is the precision right?".formatted(sample.at()));
        }
        try {
            register(sample);
            requireFewFields(sample);
            return null;
        } catch (Rejected refused) {
            if (Outage.is(refused)) {
                throw refused;
            }
            return refused;
        }
    }

    private void register(Entry.Sample sample) {
        String id = sample.deviceId();
        if (view.device(id).isPresent()) {
            return;
        }
        view.requireDevices();
        if (view.device(id).isPresent()) {
            return;
        }
        requireRoom(id);
        Device device = Device.of(id, id);
        for (Map.Entry<String, String> label : sample.labels().entrySet()) {
            device = label.getKey().equals(LOCATION)
                    ? device.withLocation(label.getValue())
                    : device.withLabel(label.getKey(), label.getValue());
        }
        // Another process may have been quicker.
        EntityOutcome.OfCreate<Device> outcome = fleet.devices().register(device);
        view.put(outcome instanceof EntityOutcome.Exists<Device> known ? known.existing() : device);
    }

    private void requireRoom(String id) {
        if (view.devices().size() < most.devices()) {
            return;
        }
        // It may be one that another process registered; that is looked for now and then, and not for each sample.
        view.refresh();
        if (view.device(id).isEmpty()) {
            throw new Rejected(
                    "reading.too-many-devices",
                    "device %s would be one more than the %s that are allowed: is a tag in it that changes all the time?"
                            .formatted(id, most.devices()));
        }
    }

    /** Counts the fields of a sample to those of its device if all of them fit, and none otherwise. */
    private void requireFewFields(Entry.Sample sample) {
        Set<String> known = fields.computeIfAbsent(sample.deviceId(), first -> ConcurrentHashMap.newKeySet());
        if (known.containsAll(sample.fields().keySet())) {
            return;
        }
        synchronized (known) {
            List<String> added = sample.fields().keySet().stream()
                    .filter(field -> !known.contains(field))
                    .sorted()
                    .toList();
            int room = most.fields() - known.size();
            if (added.size() > room) {
                throw new Rejected(
                        "reading.too-many-fields",
                        "field %s would be one more than the %s that device %s may have"
                                .formatted(added.get(Math.max(room, 0)), most.fields(), sample.deviceId()));
            }
            known.addAll(added);
        }
    }
}
