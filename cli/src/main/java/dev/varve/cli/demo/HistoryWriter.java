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
 * Tells the past, by the same calls as the present: readings are appended, hits are taken, and what is made of them is
 * made by whoever processes the database. After each piece it waits until that is done, so that what happens now never
 * stands behind a long line.
 */
final class HistoryWriter implements AutoCloseable {

    /** Readings may be so late that their rows can still be made: 30 days less an hour and two days, and some time for it. */
    static final Duration FLEET_REACH = Duration.ofDays(27).plusHours(20);

    /** Hits a day less, since visits may begin a day before. */
    static final Duration SITES_REACH = Duration.ofDays(26).plusHours(20);

    /** The time whose order matters: alerts go by it. */
    static final Duration RECENT = Duration.ofHours(8);

    /** A piece of so many readings is stored and worked in within two seconds. */
    private static final int READINGS_AT_ONCE = 7_500;

    private static final Duration SITES_PIECE = Duration.ofHours(6);

    /** What is younger is told by {@link LiveWriter}, if not at once. */
    private static final Duration PRESENT = Duration.ofMinutes(5);

    /** Nobody waits that long unless the work stands still. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final ServerDatabase database;
    private final DemoState state;
    private final InstantSource clock;
    private final SimFleet fleet;
    private final SimSites sites;
    private final PastSites past;
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
        this.fleetSchedule = new Schedule(shorter(days, FLEET_REACH), piece(fleet.size()));
        this.sitesSchedule = new Schedule(shorter(days, SITES_REACH), SITES_PIECE);
    }

    /** Returns the longest part of a day, of whole hours if it can be, that has no more readings than are told at once. */
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

    /** Tells the readings of the last hours that are missing, in their order; up to this instant. */
    void tellRecent(Instant now) {
        Instant from = now.minus(shorter(RECENT, fleetSchedule.reach())).truncatedTo(ChronoUnit.SECONDS);
        TimeRange recent = TimeRange.of(from, now);
        for (Optional<TimeRange> next = fleetSchedule.nextInOrder(state.filled(Part.FLEET), recent);
                next.isPresent() && !isStopped;
                next = fleetSchedule.nextInOrder(state.filled(Part.FLEET), recent)) {
            tellFleet(next.get());
        }
        began = now;
        state.save();
    }

    /** Tells the next piece of what is missing; returns whether there was one. */
    boolean tellNext() {
        Instant end = end();
        Optional<TimeRange> ofFleet = fleetSchedule.next(state.filled(Part.FLEET), end);
        Optional<TimeRange> ofSites = sitesSchedule.next(state.filled(Part.SITES), end);
        if (isStopped || (ofFleet.isEmpty() && ofSites.isEmpty())) {
            return false;
        }
        // What is nearer to now comes first.
        boolean isFleet = ofSites.isEmpty()
                || (ofFleet.isPresent()
                        && ofFleet.get().to().isAfter(ofSites.get().to()));
        if (isFleet) {
            tellFleet(ofFleet.orElseThrow());
        } else {
            tellSites(ofSites.orElseThrow());
        }
        database.varve().processing().catchUp(PATIENCE);
        state.save();
        return true;
    }

    private void tellFleet(TimeRange piece) {
        Instant oldest = clock.instant().minus(FLEET_REACH);
        List<DynamicReading> readings = fleet.arrivals(piece.from(), piece.to(), SimFleet.HISTORY_STEP).stream()
                .filter(reading -> reading.at().isAfter(oldest))
                .toList();
        append(database, readings);
        state.done(Part.FLEET, piece);
    }

    /** Stores readings, or fails: whoever tells them again does no harm. */
    static void append(ServerDatabase database, List<DynamicReading> readings) {
        AppendReport<DynamicReading> report = database.fleet().appendAll(readings);
        for (AppendReport.Entry<DynamicReading> entry : report.entries()) {
            if (entry.error() != null) {
                throw entry.error();
            }
        }
    }

    private void tellSites(TimeRange piece) {
        past.take(sites.arrivals(piece.from(), piece.to()), piece.to());
        state.done(Part.SITES, piece);
    }

    /** Returns how much time is missing, of readings and of hits together. */
    Duration missing() {
        Instant end = end();
        return fleetSchedule
                .missing(state.filled(Part.FLEET), end)
                .plus(sitesSchedule.missing(state.filled(Part.SITES), end));
    }

    /** Returns up to where the past is told here: to the beginning of the present, and if that was left off, later. */
    private Instant end() {
        Instant now = clock.instant().minus(PRESENT);
        return now.isAfter(began) ? now : began;
    }

    /** Begins no further piece. */
    void stop() {
        isStopped = true;
    }

    @Override
    public void close() {
        past.close();
    }
}
