package dev.varve.rollup.internal;

import dev.varve.error.CorruptData;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.key.ZoneHistory;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.RowProblem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * The rollups of one series whose identities have different zones: one rollup per zone history, which sees only the
 * identities with that history.
 */
final class ZonedRollups {

    /** Opens the rollup of one zone history on the events of its identities. */
    public interface Opening extends Function<ZoneHistory, Function<EventSource, RollupRuntime>> {}

    private final EventSource source;
    private final int parallel;
    private final Opening opening;
    private final Map<ZoneHistory, RollupRuntime> open = new ConcurrentHashMap<>();

    ZonedRollups(EventSource source, int parallel, Opening opening) {
        this.source = source;
        this.parallel = parallel;
        this.opening = opening;
    }

    /** Returns the rollup of these zones for reads and audits. */
    RollupRuntime in(ZoneHistory zones) {
        return open.computeIfAbsent(zones, first -> open(first, others -> CompletableFuture.completedFuture(null)));
    }

    /**
     * Opens the rollup of these zones.
     *
     * @param others called with the other zones of the members, before the members with these zones are passed on
     */
    RollupRuntime open(ZoneHistory zones, Function<Set<ZoneHistory>, CompletableFuture<Void>> others) {
        return opening.apply(zones).apply(new ZoneFilteredEvents(source, zones, this, others));
    }

    CompletableFuture<RollupRuntime> of(Parts identity) {
        return source.zonesOf(identity).thenApply(this::in);
    }

    /** Returns the zones of these identities, in their order. */
    CompletableFuture<List<ZoneHistory>> zonesOf(List<Parts> identities) {
        return ParallelCalls.map(identities, parallel, source::zonesOf);
    }

    /**
     * Returns the zones of the identities whose zones can be read. An entity with an invalid zone must not stop the
     * closing of all other days; the changes of its own events become dead letters.
     */
    CompletableFuture<Map<Parts, ZoneHistory>> readable(List<Parts> identities) {
        return readable(identities, (identity, error) -> {});
    }

    /**
     * @param unreadable receives the identities whose zones cannot be read, with the reason
     */
    private CompletableFuture<Map<Parts, ZoneHistory>> readable(
            List<Parts> identities, BiConsumer<Parts, CorruptData> unreadable) {
        return ParallelCalls.map(
                        identities,
                        parallel,
                        identity -> source.zonesOf(identity)
                                .thenApply(Optional::of)
                                .exceptionallyCompose(
                                        error -> noneIfCorrupt(error, corrupt -> unreadable.accept(identity, corrupt))))
                .thenApply(found -> {
                    Map<Parts, ZoneHistory> zones = new LinkedHashMap<>();
                    for (int i = 0; i < identities.size(); i++) {
                        Parts identity = identities.get(i);
                        found.get(i).ifPresent(each -> zones.put(identity, each));
                    }
                    return zones;
                });
    }

    private static CompletableFuture<Optional<ZoneHistory>> noneIfCorrupt(
            Throwable error, Consumer<CorruptData> unreadable) {
        Throwable cause = AsyncLoop.failure(error);
        if (cause instanceof CorruptData corrupt) {
            unreadable.accept(corrupt);
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return CompletableFuture.failedFuture(cause);
    }

    /** Returns all readable zones of identities with events since an instant. */
    CompletableFuture<Set<ZoneHistory>> readable(RollupRuntime all, Instant since) {
        Set<ZoneHistory> known = new LinkedHashSet<>();
        return all.forMembers(since, members -> readable(members).thenAccept(zones -> known.addAll(zones.values())))
                .thenApply(done -> known);
    }

    /**
     * Audits the rows of all zones, one after the other, in one report. An identity whose zone cannot be read is
     * skipped and reported.
     */
    CompletableFuture<RollupReport> audit(
            RollupRuntime all, TimeRange range, RollupRuntime.AuditMode mode, LongConsumer progress) {
        List<RollupReport> reports = new ArrayList<>();
        Set<ZoneHistory> followed = new LinkedHashSet<>();
        Set<RowProblem> unreadable = Collections.synchronizedSet(new LinkedHashSet<>());
        return all.forMembers(
                        range.from(),
                        members -> readable(
                                        members,
                                        (identity, error) -> unreadable.add(new RowProblem(
                                                "all rows",
                                                identity,
                                                range.from(),
                                                "cannot be computed: " + error.getMessage())))
                                .thenAccept(zones -> followed.addAll(zones.values())))
                .thenApply(walked -> followed)
                .thenCompose(known -> ParallelCalls.map(List.copyOf(known), 1, zones -> {
                    long before =
                            reports.stream().mapToLong(RollupReport::series).sum();
                    return in(zones)
                            .audit(range, mode, done -> progress.accept(before + done))
                            .thenAccept(reports::add);
                }))
                .thenApply(done -> {
                    if (!unreadable.isEmpty()) {
                        reports.add(new RollupReport(
                                0, 0, 0, 0, 0, 0, unreadable.size(), List.of(), List.copyOf(unreadable), List.of()));
                    }
                    return RollupReport.sum(reports);
                });
    }
}
