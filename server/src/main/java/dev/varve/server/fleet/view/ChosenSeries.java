package dev.varve.server.fleet.view;

import dev.varve.error.Rejected;
import dev.varve.iot.FleetDevice;
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.ingest.SeriesName;
import java.util.List;
import java.util.Optional;

/** Finds the series that a request is about: those of a device, or one of them. */
public final class ChosenSeries {

    /** The largest number of series that one request reads: each is a query of its own. */
    public static final int MOST = 100;

    private ChosenSeries() {}

    /**
     * Returns the series of a device, at least one.
     *
     * @param device the id of a device, or of a series
     * @param series the id of the only series that is wanted
     */
    public static List<SeriesName> of(FleetView view, String device, Optional<String> series) {
        return of(view, device, series, MOST);
    }

    /** Returns the series of a device, at least one and not more than this many. */
    public static List<SeriesName> of(FleetView view, String device, Optional<String> series, int most) {
        List<SeriesName> all = series.isPresent() ? List.of(chosen(view, device, series.get())) : all(view, device);
        if (all.size() > most) {
            throw new Rejected(
                    "ask.too-many-series",
                    "device %s has %s series, more than the %s that one request reads: choose one with series=…"
                            .formatted(device, all.size(), most));
        }
        return all;
    }

    /** Returns all series of a device, at least one, however many there are. */
    public static List<SeriesName> all(FleetView view, String device) {
        view.requireDevices();
        List<FleetDevice> entries = view.seriesOf(device);
        return entries.isEmpty()
                ? List.of(view.name(device))
                : entries.stream().map(SeriesName::of).toList();
    }

    private static SeriesName chosen(FleetView view, String device, String series) {
        view.requireDevices();
        SeriesName chosen = view.name(series);
        if (!chosen.device().equals(device) && !series.equals(device)) {
            throw new NotFound("device %s has no series %s".formatted(device, series));
        }
        return chosen;
    }
}
