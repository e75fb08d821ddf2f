package dev.varve.cli.demo;

import dev.varve.cli.demo.DemoState.Part;
import dev.varve.key.TimeRange;
import dev.varve.server.ServerDatabase;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** Writes live data: each second the readings and hits of the last second. */
final class LiveWriter {

    /** A longer pause is left to {@link HistoryWriter}. */
    private static final Duration LONGEST_STEP = Duration.ofMinutes(3);

    /** How much is written again after a process was killed. */
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

    /** Writes everything since the last call. */
    void step() {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        if (!now.isAfter(until)) {
            return;
        }
        if (Duration.between(until, now).compareTo(LONGEST_STEP) > 0) {
            until = now.minus(SimFleet.LIVE_STEP);
        }
        HistoryWriter.append(database, fleet.arrivals(until, now, SimFleet.LIVE_STEP));
        TimeRange written = TimeRange.of(until, now);
        state.done(Part.FLEET, written);
        sites.arrivals(until, now).forEach(hit -> database.analytics().ingest(hit.request()));
        state.done(Part.SITES, written);
        until = now;
        if (!now.isBefore(saved.plus(SAVED_EACH))) {
            state.save();
            saved = now;
        }
    }
}
