package dev.varve.cli.demo;

import dev.varve.cli.demo.DemoState.Part;
import dev.varve.key.TimeRange;
import dev.varve.server.ServerDatabase;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** Tells what happens now, each second what the last one brought. */
final class LiveWriter {

    /** Whoever slept longer leaves it to {@link HistoryWriter}. */
    private static final Duration LONGEST_STEP = Duration.ofMinutes(3);

    /** So much is told again after a process was killed. */
    private static final Duration SAVED_EACH = Duration.ofSeconds(10);

    private final ServerDatabase database;
    private final DemoState state;
    private final InstantSource clock;
    private final SimFleet fleet;
    private final SimSites sites;
    private Instant until;
    private Instant saved = Instant.EPOCH;

    LiveWriter(ServerDatabase database, DemoState state, Instant since) {
        this.database = database;
        this.state = state;
        this.clock = database.varve().clock();
        this.fleet = state.world().fleet();
        this.sites = state.world().sites();
        this.until = since;
    }

    /** Tells what came since it was last asked. */
    void step() {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        if (!now.isAfter(until)) {
            return;
        }
        if (Duration.between(until, now).compareTo(LONGEST_STEP) > 0) {
            until = now.minus(SimFleet.LIVE_STEP);
        }
        HistoryWriter.append(database, fleet.arrivals(until, now, SimFleet.LIVE_STEP));
        TimeRange told = TimeRange.of(until, now);
        state.done(Part.FLEET, told);
        sites.arrivals(until, now).forEach(hit -> database.analytics().ingest(hit.request()));
        state.done(Part.SITES, told);
        until = now;
        if (!now.isBefore(saved.plus(SAVED_EACH))) {
            state.save();
            saved = now;
        }
    }
}
