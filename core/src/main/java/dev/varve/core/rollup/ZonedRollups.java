package dev.varve.core.rollup;

import dev.varve.core.key.Parts;
import dev.varve.core.key.TimeRange;
import dev.varve.core.key.ZoneHistory;
import dev.varve.core.table.Parallel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * The rollups of one series whose identities follow different zones: one for each history of zones there is, which sees
 * only the identities that follow it.
 */
final class ZonedRollups {

    /** Opens the rows of one history of zones on the events of those who follow it. */
    interface Opening extends Function<ZoneHistory, Function<EventSource, OpenRollup>> {}

    private final EventSource source;
    private final int parallel;
    private final Opening opening;
    private final Map<ZoneHistory, OpenRollup> open = new ConcurrentHashMap<>();

    ZonedRollups(EventSource source, int parallel, Opening opening) {
        this.source = source;
        this.parallel = parallel;
        this.opening = opening;
    }

    /** Returns the rows that follow these zones, to be read and looked at. */
    OpenRollup in(ZoneHistory zones) {
        return open.computeIfAbsent(zones, first -> open(first, others -> CompletableFuture.completedFuture(null)));
    }

    /**
     * Opens the rows that follow these zones.
     *
     * @param others is told which other zones members follow, before those who follow these are handed over
     */
    OpenRollup open(ZoneHistory zones, Function<Set<ZoneHistory>, CompletableFuture<Void>> others) {
        return opening.apply(zones).apply(new ZoneEvents(source, zones, this, others));
    }

    CompletableFuture<OpenRollup> of(Parts identity) {
        return source.zonesOf(identity).thenApply(this::in);
    }

    /** Returns the zones of each of these, in their order. */
    CompletableFuture<List<ZoneHistory>> zonesOf(List<Parts> identities) {
        return Parallel.map(identities, parallel, source::zonesOf);
    }

    /** Returns all zones that are followed by who had events in a range or after it. */
    CompletableFuture<Set<ZoneHistory>> known(OpenRollup all, TimeRange range) {
        Set<ZoneHistory> known = new LinkedHashSet<>();
        return all.forMembers(range.from(), members -> zonesOf(members).thenAccept(known::addAll))
                .thenApply(done -> known);
    }

    /** Looks at the rows of all zones, one after the other; the report is of all. */
    CompletableFuture<RollupReport> audit(
            OpenRollup all, TimeRange range, OpenRollup.AuditMode mode, LongConsumer progress) {
        List<RollupReport> reports = new ArrayList<>();
        return known(all, range)
                .thenCompose(known -> Parallel.map(List.copyOf(known), 1, zones -> {
                    long before =
                            reports.stream().mapToLong(RollupReport::series).sum();
                    return in(zones)
                            .audit(range, mode, done -> progress.accept(before + done))
                            .thenAccept(reports::add);
                }))
                .thenApply(done -> RollupReport.sum(reports));
    }
}
