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
import dev.varve.schema.Declaration;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.schema.internal.Placement;
import dev.varve.table.BlockingTable;
import dev.varve.table.Capacity;
import dev.varve.table.PageToken;
import dev.varve.table.Table;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A rollup of an open database: its rows, its events, and how the ones are made of the others. */
public final class RollupRuntime {

    private static final int MEMBERS_AT_ONCE = 500;

    private final CompiledRollup form;
    private final EventSource source;
    private final InstantSource clock;
    private final int parallel;
    private final List<TierRows> tiers;
    private final Map<String, List<TierRows>> groups = new HashMap<>();
    private final RollupState state;
    private final RowFold.Fields fields;
    private final @Nullable ZonedRollups zones;
    private final RowProblems problems;

    public RollupRuntime(OpenSchema open, Declaration series, CompiledRollup form, EventSource source) {
        this(open, series, form, source, new RowProblems());
    }

    private RollupRuntime(
            OpenSchema open, Declaration series, CompiledRollup form, EventSource source, RowProblems problems) {
        this.form = form;
        this.source = source;
        this.clock = open.clock();
        this.parallel = open.parallel();
        Map<String, Table> tables = series.placements().stream()
                .collect(Collectors.toMap(Placement::role, placement -> open.tableOf(series, placement)));
        this.tiers = rows(form.tiers(), tables);
        for (Group group : form.declared().groups()) {
            groups.put(group.name(), rows(form.groupTiers(group.name()), tables));
        }
        this.state = new RollupState(Objects.requireNonNull(tables.get("rollup state")), form, clock);
        this.fields = RowFold.Fields.of(form);
        this.zones = form.isZoned()
                ? new ZonedRollups(
                        source,
                        parallel,
                        zone -> events -> new RollupRuntime(open, series, form.in(zone), events, problems))
                : null;
        this.problems = problems;
    }

    private List<TierRows> rows(List<RowMapping> forms, Map<String, Table> tables) {
        return forms.stream()
                .map(rows -> new TierRows(rows, Objects.requireNonNull(tables.get(rows.role())), parallel))
                .toList();
    }

    /** Returns whether rows may have an attribute of this name. */
    public boolean measures(String attribute) {
        return form.declared().measures().stream().anyMatch(measure -> measure.mayWrite(attribute));
    }

    /**
     * Returns the rows that this process found incomplete or could not make, the newest 100 of them. A row is removed from the
     * list once it is made without a problem.
     */
    public List<RowProblem> problems() {
        return problems.list();
    }

    /** Notes a row that was written. */
    void noteWritten(TierRows rows, Parts identity, Instant start, Item row) {
        problems.written(rows, identity, start, RowProblems.incomplete(form.declared(), rows, identity, start, row));
    }

    /** Notes a row that could not be made. */
    void noteFailed(RowProblem problem) {
        problems.add(problem);
    }

    public CompiledRollup form() {
        return form;
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

    /** Returns the rows of the series themselves, the shortest first. */
    List<TierRows> tiers() {
        return tiers;
    }

    /** Returns the rows of a group, the shortest first. */
    List<TierRows> groupTiers(String group) {
        form.groupTiers(group);
        return Objects.requireNonNull(groups.get(group));
    }

    /** Returns the bucket of a tier that holds a clock. */
    TimeRange bucket(int tier, Instant clock) {
        RowMapping rows = tiers.get(tier).form();
        return new TimeRange(rows.start(clock), rows.end(clock));
    }

    /** Returns the attributes of events that rows are made of. */
    RowFold.Fields fields() {
        return fields;
    }

    /** Hands over all series that had events since then, some at a time; the next ones when these are done. */
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

    /** Folds what a row is made of: the events of its bucket, or the rows of the tier below. */
    CompletableFuture<Folded> fold(int tier, Parts identity, Instant start) {
        TimeRange bucket = bucket(tier, start);
        RowFold fold = RowFold.ofSeries(form);
        long[] count = {0};
        CompletableFuture<Capacity> read;
        if (tier == 0) {
            read = source.events(identity, bucket).forEachAsync(event -> {
                count[0]++;
                fold.add(source.restored(event), fields);
            });
        } else {
            TierRows below = tiers.get(tier - 1);
            RangeQuery rows = below.range(identity, bucket).consistent();
            read = rows.forEachAsync(row -> {
                count[0]++;
                fold.merge(below.form().canonical(row));
            });
        }
        return read.thenApply(capacity -> new Folded(fold.row(), count[0]));
    }

    /**
     * A row that was made.
     *
     * @param sources how many events or rows it is of
     */
    record Folded(Item row, long sources) {}

    /** Whether an audit only reports wrong rows or also rebuilds them. */
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

    /** Returns who keeps the rows of this rollup, from the changes of its events' table. */
    public ChangeHandler worker() {
        return zones == null ? new RollupWorker(this) : new ZonedWorker(this, zones);
    }

    /** Returns the rollup that has the rows of one series: this one, unless each series has zones of its own. */
    public CompletableFuture<RollupRuntime> of(Parts identity) {
        return zones == null ? CompletableFuture.completedFuture(this) : zones.of(identity);
    }

    /** Begins to ask for the rows of one series. */
    public RollupQuery rows(Parts identity) {
        return new RollupQuery(this, reader(), identity);
    }

    public RowReader reader() {
        return new RowReader(this, tiers, true);
    }

    /** Begins to ask for the rows of a group; of one value of it unless it is a group of all. */
    public RollupQuery group(String name, Object... value) {
        List<TierRows> rows = groupTiers(name);
        List<String> parts = rows.get(0).form().layout().identity();
        if (value.length != parts.size()) {
            throw new Rejected(
                    "rollup.group-value",
                    "a row of group %s is of one %s; given are %s values".formatted(name, parts, value.length));
        }
        Parts identity =
                parts.isEmpty() ? Parts.none() : Parts.of(parts.get(0), RowFold.groupText(String.valueOf(value[0])));
        return new RollupQuery(this, new RowReader(this, rows, false), identity);
    }

    /**
     * Removes all rows of one series, the shortest first; rows of groups stay. Repeating it goes on where it stopped.
     *
     * @param since where time cuts the partitions of rows, they are looked for from here on
     */
    public void deleteRows(Parts identity, Instant since) {
        RollupRuntime own = BlockingTable.await(of(identity));
        Instant end = now().plus(RollupWorker.AHEAD);
        for (TierRows rows : own.tiers()) {
            boolean isBucketed = rows.form().layout().isBucketed();
            Instant from = isBucketed ? rows.form().start(since) : Instant.MIN;
            rows.removeAll(identity, new TimeRange(from, isBucketed ? end : Instant.MAX));
        }
    }
}
