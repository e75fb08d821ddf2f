package dev.varve.server.fleet.intake;

import static dev.varve.table.AttributePath.attr;

import dev.varve.entity.EntityOutcome;
import dev.varve.iot.Devices;
import dev.varve.iot.FleetDevice;
import dev.varve.server.fleet.view.FleetView;
import dev.varve.server.ingest.Entry;
import dev.varve.server.ingest.SeriesName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds series that an older version stored under an id without measurement and location. Lines of the measurement that
 * registered such an id go on under it. The first series that does so is noted in the registry, and no other one follows it:
 * lines that differ in a tag do not meet.
 */
final class OlderSeries {

    private final Devices devices;
    private final FleetView view;

    OlderSeries(Devices devices, FleetView view) {
        this.devices = devices;
        this.view = view;
    }

    /** Returns the samples with the ids that they are stored under. */
    List<Entry.Sample> resolved(List<Entry.Sample> samples) {
        List<Entry.Sample> resolved = new ArrayList<>(samples.size());
        for (Entry.Sample sample : samples) {
            String id = sample.deviceId();
            String stored = id.indexOf(',') < 0 || view.device(id).isPresent() ? id : storedId(id);
            resolved.add(
                    stored.equals(id)
                            ? sample
                            : new Entry.Sample(
                                    sample.line(),
                                    stored,
                                    sample.at(),
                                    sample.fields(),
                                    sample.labels(),
                                    sample.texts()));
        }
        return resolved;
    }

    private String storedId(String id) {
        view.requireDevices();
        if (!view.hasOlderEntries()) {
            return id;
        }
        SeriesName series = SeriesName.parse(id);
        Optional<String> older = series.legacyId();
        if (older.isEmpty()) {
            return id;
        }
        Optional<FleetDevice> entry = view.device(older.get());
        if (view.device(id).isPresent() || entry.isEmpty() || !isOf(entry.get(), series)) {
            return id;
        }
        return isNoted(entry.get(), id) ? older.get() : id;
    }

    private static boolean isOf(FleetDevice entry, SeriesName series) {
        return series.measurement().equals(Optional.ofNullable(entry.labels().get(SeriesName.MEASUREMENT_LABEL)));
    }

    /** Notes the series at an entry that has none; returns whether the entry is that of this series. */
    private synchronized boolean isNoted(FleetDevice entry, String id) {
        Map<String, String> labels = view.device(entry.deviceId()).orElse(entry).labels();
        String noted = labels.get(SeriesName.SERIES_LABEL);
        if (noted != null) {
            return noted.equals(id);
        }
        Map<String, String> more = new TreeMap<>(labels);
        more.put(SeriesName.SERIES_LABEL, id);
        EntityOutcome.OfPatch<FleetDevice> changed = devices.change(
                entry.deviceId(),
                patch -> patch.set("labels", more)
                        .when(attr("labels").at(SeriesName.SERIES_LABEL).absent()));
        if (changed instanceof EntityOutcome.Patched<FleetDevice> patched) {
            view.put(patched.record());
            return true;
        }
        // Another process has changed the entry: its note decides.
        Optional<FleetDevice> now = devices.entities().findConsistent(entry.deviceId());
        now.ifPresent(view::put);
        return now.map(found -> id.equals(found.labels().get(SeriesName.SERIES_LABEL)))
                .orElse(false);
    }
}
