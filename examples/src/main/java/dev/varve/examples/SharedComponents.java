package dev.varve.examples;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.item.RecordOptions;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Two series whose events have several components in common: one record in Java, attributes of each item in the table. */
public final class SharedComponents {

    private SharedComponents() {}

    // guide: flat
    record Trip(String vehicleId, String route, @Nullable String driver) {}

    record Stop(Trip trip, Instant at, String station) {}

    record Delay(Trip trip, Instant at, Duration late) {}

    private static final RecordOptions FLAT_TRIP = RecordOptions.defaults().flat("trip");

    static final Series<Stop> STOPS = Series.of(Stop.class)
            .named("stops")
            .partition("VEHICLE#{vehicleId}") // a component of the trip
            .sort("STOP#{at}")
            .index("byRoute", "ROUTE#{route}#STOPS", "{at}")
            .options(FLAT_TRIP)
            .build();

    static final Series<Delay> DELAYS = Series.of(Delay.class)
            .named("delays")
            .partition("VEHICLE#{vehicleId}")
            .sort("DELAY#{at}")
            .options(FLAT_TRIP)
            .build();
    // guide: end

    static List<String> run(Engine engine, InstantSource clock) {
        Varve db = Varve.open(engine, Schema.of("vehicles", STOPS, DELAYS));
        OpenSeries<Stop> stops = db.series(STOPS);
        OpenSeries<Delay> delays = db.series(DELAYS);
        Instant now = clock.instant();
        Trip morning = new Trip("bus-12", "U4", null);
        stops.append(new Stop(morning, now.minusSeconds(120), "Harbour"));
        stops.append(new Stop(new Trip("bus-7", "U4", "Ada"), now.minusSeconds(60), "Market"));
        delays.append(new Delay(morning, now.minusSeconds(90), Duration.ofMinutes(4)));

        List<Stop> ofRoute = stops.by("byRoute", "U4").last(Duration.ofHours(1)).list();
        Delay delay = delays.latest("bus-12").orElseThrow();
        return List.of(
                "stops of U4: " + ofRoute.stream().map(Stop::station).toList(),
                "same trip: " + delay.trip().equals(ofRoute.get(0).trip()),
                "attributes: " + STOPS.mapping().attributes());
    }

    public static void main(String[] args) {
        Embedded.print(SharedComponents::run);
    }
}
