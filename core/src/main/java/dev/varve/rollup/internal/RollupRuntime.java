package dev.varve.rollup.internal;

import dev.varve.error.Rejected;
import dev.varve.feed.ChangeHandler;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.range.RangeQuery;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.rollup.Group;
import dev.varve.rollup.RollupQuery;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.RowProblem;
import dev.varve.rollup.internal.definition.CompiledRollup;
import dev.varve.rollup.internal.definition.RowMapping;
import dev.varve.schema.Declaration;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.schema.internal.Placement;
import dev.varve.schema.internal.Placements;
import dev.varve.table.BlockingTable;
import dev.varve.table.Capacity;
import dev.varve.table.Consistency;
import dev.varve.table.PageToken;
import dev.varve.table.Table;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A rollup of an open database: its rows, its events, and the computation of rows from events. */
public final class RollupRuntime {

    private static final int MEMBERS_AT_ONCE = 500;

    private final CompiledRollup compiled;
    private final EventSource source;
    private final InstantSource clock;
    private final int parallel;
    private final List<TierRows> tiers;
    private final Map<String, List<TierRows>> groups = new HashMap<>();
    private final RollupState state;
    private final RowFold.Fields fields;
    private final @Nullable ZonedRollups zones;
    private final RowProblems problems;
    private final OpenGroups openGroups = new OpenGroups(this);
    private final Backfill backfill;

    public RollupRuntime(OpenSchema open, Declaration series, CompiledRollup compiled, EventSource source) {
        this(open, series, compiled, source, new RowProblems());
    }

    private RollupRuntime(
            OpenSchema open, Declaration series, CompiledRollup compiled, EventSource source, RowProblems problems) {
        this.compiled = compiled;
        this.source = source;
        this.clock = open.clock();
        this.parallel = open.parallel();
        // Rows are derived. A power failure that loses some of them loses the checkpoint too, so they are computed
        // again.
        Map<String, Table> tables = Placements.of(series).stream()
                .collect(Collectors.toMap(
                        Placement::role,
                        placement -> open.tableOf(series, placement).deferred()));
        this.tiers = rows(compiled.tiers(), tables);
        for (Group group : compiled.declared().groups()) {
            groups.put(group.name(), rows(compiled.groupTiers(group.name()), tables));
        }
        this.state = new RollupState(Objects.requireNonNull(tables.get("rollup state")), compiled, clock);
        this.fields = RowFold.Fields.of(compiled);
        this.zones = compiled.isZoned()
                ? new ZonedRollups(
                        source,
                        parallel,
                        zone -> events -> new RollupRuntime(open, series, compiled.in(zone), events, problems))
                : null;
        this.problems = problems;
        this.backfill = new Backfill(this, open.tableOf(series), open.session());
    }

    private List<TierRows> rows(List<RowMapping> mappings, Map<String, Table> tables) {
        return mappings.stream()
                .map(rows -> {
                    Table table = Objects.requireNonNull(tables.get(rows.role()));
                    return TierRows.of(
                            rows, table, parallel, rows.isPaged() ? new RowPages(rows, table, clock, parallel) : null);
                })
                .toList();
    }

    /** Returns whether rows may have an attribute of this name. */
    public boolean measures(String attribute) {
        return compiled.declared().measures().stream().anyMatch(measure -> measure.mayWrite(attribute));
    }

    /**
     * Returns the newest 100 rows that this process found incomplete or could not compute. A row leaves the list once
     * it is computed without a problem.
     */
    public List<RowProblem> problems() {
        return problems.list();
    }

    /** Records that a row was written. */
    void noteWritten(TierRows rows, Parts identity, Instant start, Item row) {
        problems.written(
                rows, identity, start, RowProblems.incomplete(compiled.declared(), rows, identity, start, row));
    }

    /** Records a row that could not be computed. */
    void noteFailed(RowProblem problem) {
        problems.add(problem);
    }

    public CompiledRollup compiled() {
        return compiled;
    }

    EventSource source() {
        return source;
    }

    RollupState state() {
        return state;
    }

    public Instant now() {
        return clock.instant();
    }

    int parallel() {
        return parallel;
    }

    /** Returns the tiers of the identities, the finest first. */
    List<TierRows> tiers() {
        return tiers;
    }

    /** Returns the tiers of a group, the finest first. */
    List<TierRows> groupTiers(String group) {
        compiled.groupTiers(group);
        return Objects.requireNonNull(groups.get(group));
    }

    /** Returns the rows of groups that have events which no change has reported yet. */
    OpenGroups openGroups() {
        return openGroups;
    }

    /** Returns what takes events that are too old for the history. */
    public Backfill backfill() {
        return backfill;
    }

    /** Returns the bucket of a tier that contains a clock. */
    TimeRange bucket(int tier, Instant clock) {
        RowMapping rows = tiers.get(tier).mapping();
        return new TimeRange(rows.start(clock), rows.end(clock));
    }

    /** Returns the attributes of events that rows are computed from. */
    RowFold.Fields fields() {
        return fields;
    }

    /**
     * Passes all identities with events since an instant to a function, page by page; the next page follows when the
     * function completes.
     */
    CompletableFuture<Void> forMembers(Instant since, Function<List<Parts>, CompletableFuture<?>> each) {
        PageToken[] next = new PageToken[1];
        return AsyncLoop.whileTrue(() -> source.members(since)
                .limit(MEMBERS_AT_ONCE)
                .pageAsync(next[0])
                .thenCompose(page -> {
                    next[0] = page.next();
                    List<Parts> members =
                            page.items().stream().map(source::member).toList();
                    return source.select(members)
                            .thenCompose(mine -> each.apply(mine).thenApply(done -> page.next() != null));
                }));
    }

    /** Computes a row from its source: the events of its bucket, or the rows of the tier below. */
    CompletableFuture<Folded> fold(int tier, Parts identity, Instant start) {
        TimeRange bucket = bucket(tier, start);
        RowFold fold = RowFold.ofSeries(compiled);
        return tier > 0
                ? fold(tier, identity, bucket, fold)
                : backfill.eventsIn(identity, bucket)
                        .thenCompose(staged -> staged.isEmpty()
                                ? fold(tier, identity, bucket, fold)
                                : foldMixed(source.events(identity, bucket), staged, fold)
                                        .thenApply(count -> new Folded(fold.row(), count)));
    }

    /** Adds stored and staged events to a fold, in order; returns how many there are. */
    private CompletableFuture<Long> foldMixed(RangeQuery stored, List<Item> staged, RowFold fold) {
        List<Item> events = new ArrayList<>();
        return stored.forEachAsync(events::add).thenApply(read -> {
            List<Item> all = backfill.merged(events, staged);
            all.forEach(event -> fold.add(source.restored(event), fields));
            return (long) all.size();
        });
    }

    private CompletableFuture<Folded> fold(int tier, Parts identity, TimeRange bucket, RowFold fold) {
        long[] count = {0};
        CompletableFuture<Capacity> read;
        if (tier == 0) {
            CompletableFuture<Capacity> columns = source.forEachColumns(identity, bucket, events -> {
                count[0] += events.size();
                fold.add(events, fields);
            });
            read = columns != null
                    ? columns
                    : source.events(identity, bucket).forEachAsync(event -> {
                        count[0]++;
                        fold.add(source.restored(event), fields);
                    });
        } else {
            TierRows below = tiers.get(tier - 1);
            read = below.forEach(identity, bucket, Consistency.STRONG, stored -> {
                count[0]++;
                fold.merge(stored.row());
            });
        }
        return read.thenApply(capacity -> new Folded(fold.row(), count[0]));
    }

    /** Adds all events of a bucket of the finest tier to an empty fold, also those that no change has reported yet. */
    CompletableFuture<RowFold> foldAll(Parts identity, Instant start, RowFold fold) {
        TimeRange bucket = bucket(0, start);
        return backfill.eventsIn(identity, bucket)
                .thenCompose(staged -> staged.isEmpty()
                        ? foldAll(identity, bucket, fold)
                        : foldMixed(source.allEvents(identity, bucket), staged, fold)
                                .thenApply(count -> fold));
    }

    private CompletableFuture<RowFold> foldAll(Parts identity, TimeRange bucket, RowFold fold) {
        CompletableFuture<Capacity> columns =
                source.forEachOpenColumns(identity, bucket, events -> fold.add(events, fields));
        CompletableFuture<Capacity> read = columns != null
                ? columns
                : source.allEvents(identity, bucket).forEachAsync(event -> fold.add(source.restored(event), fields));
        return read.thenApply(capacity -> fold);
    }

    /**
     * A computed row.
     *
     * @param sources the number of events or rows that it summarises
     */
    record Folded(Item row, long sources) {}

    /** What an audit does with wrong rows. */
    public enum AuditMode {
        VERIFY,
        REBUILD
    }

    public CompletableFuture<RollupReport> audit(TimeRange range, AuditMode mode, LongConsumer progress) {
        return zones == null
                ? new RollupAudit(this, range, mode == AuditMode.REBUILD ? new RowRefresher(this) : null, progress)
                        .run()
                : zones.audit(this, range, mode, progress);
    }

    /** Audits the rows of one identity. */
    public CompletableFuture<RollupReport> audit(Parts identity, TimeRange range, AuditMode mode) {
        return of(identity)
                .thenCompose(own -> new RollupAudit(
                                own, range, mode == AuditMode.REBUILD ? new RowRefresher(own) : null, done -> {})
                        .run(identity));
    }

    /** Returns the change handler that maintains the rows of this rollup. */
    public ChangeHandler worker() {
        return zones == null ? new RollupWorker(this) : new ZonedWorker(this, zones);
    }

    /** Returns the rollup with the rows of one identity: this one, unless identities have their own zones. */
    public CompletableFuture<RollupRuntime> of(Parts identity) {
        return zones == null ? CompletableFuture.completedFuture(this) : zones.of(identity);
    }

    /** Starts a query for the rows of one identity. */
    public RollupQuery rows(Parts identity) {
        return RollupAccess.instance().query(this, reader(), identity);
    }

    public RowReader reader() {
        return new RowReader(this, tiers, null);
    }

    /** Starts a query for the rows of a group, with the value of the group unless it is a group of all events. */
    public RollupQuery group(String name, Object... value) {
        List<TierRows> rows = groupTiers(name);
        List<String> parts = rows.get(0).mapping().layout().identity();
        if (value.length != parts.size()) {
            throw new Rejected(
                    "rollup.group-value",
                    "a row of group %s belongs to one value of %s, but %s values are given"
                            .formatted(name, parts, value.length));
        }
        Parts identity =
                parts.isEmpty() ? Parts.none() : Parts.of(parts.get(0), RowFold.groupText(String.valueOf(value[0])));
        return RollupAccess.instance().query(this, new RowReader(this, rows, name), identity);
    }

    /**
     * Removes all rows of one identity, the finest first; rows of groups stay. A repeated call continues where the last
     * one stopped.
     *
     * @param since where the search begins if partitions of rows are split by time
     */
    public void deleteRows(Parts identity, Instant since) {
        RollupRuntime own = BlockingTable.await(of(identity));
        // Before the rows: the worker would write them again.
        BlockingTable.await(own.backfill().remove(identity));
        Instant end = now().plus(RollupWorker.AHEAD);
        for (TierRows rows : own.tiers()) {
            boolean isBucketed = rows.mapping().layout().isBucketed();
            Instant from = isBucketed ? rows.mapping().start(since) : Instant.MIN;
            rows.removeAll(identity, new TimeRange(from, isBucketed ? end : Instant.MAX));
        }
    }
}
