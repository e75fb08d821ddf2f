package dev.varve.examples;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.schema.Schema;
import dev.varve.series.Current;
import dev.varve.series.OpenSeries;
import dev.varve.series.OpenTrackedSeries;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import dev.varve.series.TrackedSeries;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The current record of each device besides its history, with enrichment that appends never touch. */
public final class CurrentState {

    private CurrentState() {}

    // guide: telemetry
    record Telemetry(String channel, String deviceId, Instant timestamp, Optional<String> location) {}

    /** The account is enrichment: only the current record has it, so no append touches it. */
    record State(
            String channel,
            String deviceId,
            Instant timestamp,
            Optional<String> location,
            Optional<String> accountId) {}

    static final TrackedSeries<Telemetry, State> TELEMETRY = Series.of(Telemetry.class)
            .named("telemetry")
            .partition("{channel}#{deviceId}")
            .sort("$app#v1#telemetry#e#{timestamp}")
            .keep(Duration.ofDays(7)) // the events; the current record stays
            .current(Current.transactional(State.class)
                    .keys("{channel}#{deviceId}", "$app#v1#telemetry")
                    .index("gsi1", "ACCOUNT#{accountId}", "{deviceId}"))
            .build();
    // guide: end

    // guide: streams
    record Signal(String deviceId, String stream, Instant at, String text) {}

    static final TrackedSeries<Signal, Signal> SIGNALS = Series.of(Signal.class)
            .named("signals")
            .partition("SIGNALS#{deviceId}")
            .sort("{stream}#e#{at}")
            .current(Current.transactional(Signal.class)
                    .keys("SIGNALS#{deviceId}", "{stream}")
                    .keepLate()) // in the history, but never current
            .build();
    // guide: end

    static List<String> run(Engine engine, InstantSource clock) {
        Varve db = Varve.open(engine, Schema.of("states", TELEMETRY, SIGNALS));
        Instant now = clock.instant();
        List<String> lines = new ArrayList<>();

        // guide: stale
        OpenTrackedSeries<Telemetry, State> telemetry = db.series(TELEMETRY);
        telemetry.append(new Telemetry("c-1", "d-7", now.minusSeconds(10), Optional.of("cabinet-A")));
        telemetry.enrich("c-1", "d-7").set("accountId", "acct-1").run();
        telemetry.append(new Telemetry("c-1", "d-7", now, Optional.of("cabinet-D")));
        Outcome<Telemetry> old =
                telemetry.append(new Telemetry("c-1", "d-7", now.minusSeconds(5), Optional.of("cabinet-B")));
        if (old instanceof Outcome.Stale) {
            State current = telemetry.currentIn(old).orElseThrow();
            lines.add("stale, current is " + current.location().orElse("nowhere"));
        }
        // guide: end
        // guide: account
        List<State> ofAccount = telemetry.currentBy("gsi1", "acct-1").list();
        // guide: end
        ofAccount.forEach(state -> lines.add(
                "acct-1 has " + state.deviceId() + " in " + state.location().orElse("nowhere")));
        lines.add("events: " + telemetry.history("c-1", "d-7").count());

        OpenSeries<Signal> signals = db.series(SIGNALS);
        signals.append(new Signal("d-7", "status", now, "up"));
        signals.append(new Signal("d-7", "diagnostics", now.minusSeconds(60), "ok"));
        Outcome<Signal> late = signals.append(new Signal("d-7", "status", now.minusSeconds(30), "down"));
        lines.add("an older status is " + late.getClass().getSimpleName());
        lines.add("status: " + signals.latest("d-7", "status").map(Signal::text).orElseThrow() + " after "
                + signals.history("d-7", "status").stream().map(Signal::text).toList());
        return lines;
    }

    public static void main(String[] args) {
        Embedded.print(CurrentState::run);
    }
}
