package dev.varve.cli.demo;

import dev.varve.cli.demo.DemoState.Part;
import dev.varve.iot.DynamicReading;
import dev.varve.key.TimeRange;
import dev.varve.series.AppendReport;
import dev.varve.server.ServerDatabase;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;

/**
 * Writes history by the same calls as live data: it appends readings and records hits, and the server processes the
 * changes. After each piece it waits until the changes are processed, so that live data never queues behind history.
 */
final class HistoryWriter implements AutoCloseable {

    /** Readings are written this much before they would be too late for their rows. */
    private static final Duration MARGIN = Duration.ofHours(3);

    /** Hits are written a day later than readings, because a session may begin a day before. */
    private static final Duration SESSION = Duration.ofDays(1);

    /** The time that is written in order, because alerts depend on it. */
    static final Duration RECENT = Duration.ofHours(8);

    /** A piece of this many readings is stored and processed within two seconds. */
    private static final int READINGS_AT_ONCE = 7_500;

    private static final Duration SITES_PIECE = Duration.ofHours(6);

    /** More recent data is written by {@link LiveWriter}, sooner or later. */
    private static final Duration PRESENT = Duration.ofMinutes(5);

    /** Longer than processing takes unless it is stuck. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final ServerDatabase database;
    private final DemoState state;
    private final InstantSource clock;
    private final SimFleet fleet;
    private final SimSites sites;
    private final PastSites past;
    private final Duration reach;
    private final Schedule fleetSchedule;
    private final Schedule sitesSchedule;
    private volatile Instant began = Instant.EPOCH;
    private volatile boolean isStopped;

    HistoryWriter(ServerDatabase database, DemoState state, Duration days, ExecutorService executor) {
        this.database = database;
        this.state = state;
        this.clock = database.varve().clock();
        this.fleet = state.world().fleet();
        this.sites = state.world().sites();
        this.past = new PastSites(database.varve(), state.world().seed(), executor);
        this.reach = database.fleet().readings().rollup().maxLate().orElse(days).minus(MARGIN);
        this.fleetSchedule = new Schedule(shorter(days, reach), piece(fleet.size()));
        this.sitesSchedule = new Schedule(shorter(days, reach.minus(SESSION)), SITES_PIECE);
    }

    /** Returns the longest part of a day, in whole hours if possible, with at most the readings of one piece. */
    static Duration piece(int devices) {
        return Stream.of(12, 6, 3, 2, 1)
                .map(Duration::ofHours)
                .filter(hours -> devices * hours.dividedBy(SimFleet.HISTORY_STEP) <= READINGS_AT_ONCE)
                .findFirst()
                .orElse(SimFleet.HISTORY_STEP);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Writes the missing readings of the last hours in order, up to this instant. */
    void writeRecent(Instant now) {
        Instant from = now.minus(shorter(RECENT, fleetSchedule.reach())).truncatedTo(ChronoUnit.SECONDS);
        TimeRange recent = TimeRange.of(from, now);
        for (Optional<TimeRange> next = fleetSchedule.nextInOrder(state.filled(Part.FLEET), recent);
                next.isPresent() && !isStopped;
                next = fleetSchedule.nextInOrder(state.filled(Part.FLEET), recent)) {
            writeFleet(next.get());
        }
        began = now;
        state.save();
    }

    /** Writes the next missing piece; returns whether there was one. */
    boolean writeNext() {
        Instant end = end();
        Optional<TimeRange> ofFleet = fleetSchedule.next(state.filled(Part.FLEET), end);
        Optional<TimeRange> ofSites = sitesSchedule.next(state.filled(Part.SITES), end);
        if (isStopped || (ofFleet.isEmpty() && ofSites.isEmpty())) {
            return false;
        }
        // Newer pieces come first.
        boolean isFleet = ofSites.isEmpty()
                || (ofFleet.isPresent()
                        && ofFleet.get().to().isAfter(ofSites.get().to()));
        if (isFleet) {
            writeFleet(ofFleet.orElseThrow());
        } else {
            writeSites(ofSites.orElseThrow());
        }
        database.varve().processing().catchUp(PATIENCE);
        state.save();
        return true;
    }

    private void writeFleet(TimeRange piece) {
        Instant oldest = clock.instant().minus(reach);
        List<DynamicReading> readings = fleet.arrivals(piece.from(), piece.to(), SimFleet.HISTORY_STEP).stream()
                .filter(reading -> reading.at().isAfter(oldest))
                .toList();
        append(database, readings);
        state.done(Part.FLEET, piece);
    }

    /** Stores readings, or fails; repeating it is safe. */
    static void append(ServerDatabase database, List<DynamicReading> readings) {
        AppendReport<DynamicReading> report = database.append(readings);
        for (AppendReport.Entry<DynamicReading> entry : report.entries()) {
            if (entry.error() != null) {
                throw entry.error();
            }
        }
    }

    private void writeSites(TimeRange piece) {
        past.take(sites.arrivals(piece.from(), piece.to()), piece.to());
        state.done(Part.SITES, piece);
    }

    /** Returns how much time is missing, of readings and hits together. */
    Duration missing() {
        Instant end = end();
        return fleetSchedule
                .missing(state.filled(Part.FLEET), end)
                .plus(sitesSchedule.missing(state.filled(Part.SITES), end));
    }

    /** Returns the end of history: the beginning of live data, or later if live data paused. */
    private Instant end() {
        Instant now = clock.instant().minus(PRESENT);
        return now.isAfter(began) ? now : began;
    }

    /** Starts no further piece. */
    void stop() {
        isStopped = true;
    }

    @Override
    public void close() {
        past.close();
    }
}
