package dev.varve.series.internal.packed.step;

import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Unavailable;
import dev.varve.error.VarveException;
import dev.varve.internal.AsyncLoop;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.series.internal.packed.block.BlockLoader;
import dev.varve.series.internal.packed.bucket.RowBatch;
import dev.varve.series.internal.packed.bucket.RowMemory;
import dev.varve.series.internal.packed.bucket.Step;
import dev.varve.series.internal.packed.bucket.Tail;
import dev.varve.series.internal.packed.frame.Frame;
import dev.varve.series.internal.packed.frame.RecentRecords;
import dev.varve.series.internal.packed.journal.Journals;
import dev.varve.series.internal.packed.journal.WriterFenced;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowChange;
import dev.varve.series.internal.packed.row.RowResult;
import dev.varve.series.internal.packed.row.RowWrite;
import dev.varve.table.Journal;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the writes of a packed series. Everything that changes its buckets runs in one loop, one step after the other. A step
 * takes all writes that wait, and
 *
 * <pre>
 *   1  loads the buckets that they need from their blocks,
 *   2  decides each write against the rows before it: it is carried out, or its condition fails,
 *   3  appends the changes to the journal as one record,
 *   4  applies them to the buckets and completes the futures of the writers.
 * </pre>
 *
 * So a reader sees only rows that are durable, the journal holds decisions and not questions, and a replay of it needs no
 * decision. The thread that finds the loop idle runs it.
 */
public final class StepLoop {

    /**
     * What the loop calls.
     *
     * @param relief runs after each step; the next one begins when its future is complete
     * @param whenFenced runs after another process has taken over the own journal: it has the rows now, and seals them
     */
    public record Callbacks(Supplier<CompletableFuture<Void>> relief, Runnable whenFenced) {}

    private final PackedState state;
    private final RowMemory memory;
    private final Callbacks callbacks;
    private final StepQueue queue;
    private final JournalReplay replay;
    private final Backlog backlog = new Backlog();
    private final RecentRecords recent = new RecentRecords(RecentRecords.MAX_BYTES);

    // Used only in the loop.
    private long steps;
    private Instant renewedAt = Instant.EPOCH;

    /** @param delay runs a task when a record of the journal has waited long enough for more rows; null for no wait */
    public StepLoop(PackedState state, @Nullable Executor delay, Callbacks callbacks) {
        this.state = state;
        this.memory = state.memory();
        this.callbacks = callbacks;
        this.queue = new StepQueue(delay, this::step);
        this.replay = new JournalReplay(state, backlog);
    }

    /** Carries out writes in their order; each is atomic and has a result of its own. The batch must not change afterwards. */
    public CompletableFuture<List<RowResult>> write(RowBatch writes) {
        return queue.write(writes);
    }

    /** Carries out writes without waiting for others. */
    public CompletableFuture<List<RowResult>> writeNow(List<RowWrite> writes) {
        return queue.writeNow(RowBatch.of(writes));
    }

    /** Runs work while no step runs; it may change the buckets and must not block. */
    public CompletableFuture<Void> run(Runnable work) {
        return runAsync(() -> {
            memory.locked(() -> {
                work.run();
                return true;
            });
            return CompletableFuture.completedFuture(null);
        });
    }

    /** Runs work that completes later; no step runs before. */
    public CompletableFuture<Void> runAsync(Supplier<CompletableFuture<Void>> work) {
        return queue.run(work);
    }

    /** Refuses everything from now on. */
    public void close() {
        queue.close();
    }

    /** Returns what was appended since the journal was trimmed; used only in the loop. */
    public Backlog backlog() {
        return backlog;
    }

    /** Returns the records that were appended last. */
    public RecentRecords recent() {
        return recent;
    }

    /** Notes that the journal was trimmed up to a record. */
    public void trimmed(long upTo) {
        state.marks().trimmed(upTo);
        var unused = run(backlog::trimmed);
    }

    /** Lets the next step tell other processes that this one is alive, which finds out if it is fenced. */
    public void renewAtOnce() {
        var unused = run(() -> renewedAt = Instant.EPOCH);
    }

    /** Reads a bucket again, which another process has written. */
    public CompletableFuture<Void> refresh(BlockLoader.BucketPlace place) {
        return runAsync(() -> reload(List.of(place)));
    }

    /**
     * Reads buckets again that another process has written, and applies the own changes of the journal to them. Called in
     * the loop.
     */
    public CompletableFuture<Void> reload(List<BlockLoader.BucketPlace> places) {
        return replay.reload(places);
    }

    /** Returns the changes of a record of another journal that no block holds. */
    public CompletableFuture<List<RowChange>> unsealed(String writer, Journal.Entry entry) {
        List<RowChange> changes = state.frames().decode(entry.content());
        return runAsync(() -> replay.loadFor(changes))
                .thenApply(loaded -> memory.locked(() -> replay.unsealed(changes, writer, entry.number())));
    }

    private CompletableFuture<Void> step(List<StepQueue.Waiting> group) {
        return replay.recovered()
                .thenCompose(ready -> renewed())
                .thenCompose(ready -> carryOut(group))
                .exceptionally(error -> {
                    VarveException failure = failure(error);
                    if (failure instanceof OutcomeUnknown) {
                        replay.mustRead();
                    }
                    if (failure instanceof WriterFenced) {
                        fencedOff();
                    }
                    group.forEach(each -> each.results().completeExceptionally(failure));
                    return null;
                });
    }

    /** Tells other processes that this one is alive, if it is time to. */
    private CompletableFuture<Void> renewed() {
        Instant now = state.now();
        if (now.isBefore(renewedAt.plus(Journals.RENEW_EVERY)) && !now.isBefore(renewedAt)) {
            return CompletableFuture.completedFuture(null);
        }
        renewedAt = now;
        return state.journals()
                .renew()
                .whenComplete((done, error) -> renewedAt = error == null ? renewedAt : Instant.EPOCH);
    }

    /** After another process took over this journal, its rows are that process's to seal. */
    private void fencedOff() {
        memory.clear();
        replay.mustRead();
        renewedAt = Instant.EPOCH;
        state.journals().restart();
        callbacks.whenFenced().run();
    }

    private static VarveException failure(Throwable error) {
        Throwable cause = AsyncLoop.failure(error);
        return cause instanceof VarveException known
                ? known
                : new Unavailable("packed.failed", "a write to a packed series failed unexpectedly: " + cause, cause);
    }

    private CompletableFuture<Void> carryOut(List<StepQueue.Waiting> group) {
        Supplier<CompletableFuture<Void>> work = group.get(0).work();
        if (work != null) {
            return work.get().thenAccept(done -> group.get(0).results().complete(List.of()));
        }
        return load(group).thenCompose(loaded -> {
            int writes = group.stream().mapToInt(each -> each.writes().size()).sum();
            Step step = new Step(++steps, memory.tails(), this::visible, writes);
            List<List<RowResult>> results = new ArrayList<>();
            memory.locked(() -> {
                for (StepQueue.Waiting each : group) {
                    RowResult[] own = new RowResult[each.writes().size()];
                    for (int i = 0; i < own.length; i++) {
                        own[i] = step.decide(each.writes(), i);
                    }
                    results.add(Arrays.asList(own));
                }
                return true;
            });
            return commit(step).thenCompose(committed -> {
                for (int i = 0; i < group.size(); i++) {
                    group.get(i).results().complete(results.get(i));
                }
                return callbacks.relief().get();
            });
        });
    }

    /** Brings the buckets of these writes into memory. */
    private CompletableFuture<Void> load(List<StepQueue.Waiting> group) {
        Set<BlockLoader.BucketPlace> missing = new HashSet<>();
        memory.locked(() -> {
            for (StepQueue.Waiting each : group) {
                RowBatch writes = each.writes();
                for (int i = 0; i < writes.size(); i++) {
                    Tail tail = writes.tail(i, memory.tails());
                    if (tail == null || tail.find(writes.tick(i)) == null) {
                        missing.add(new BlockLoader.BucketPlace(
                                writes.identity(i), state.layout().start(writes.tick(i))));
                    }
                }
            }
            return true;
        });
        return replay.load(missing);
    }

    /** Returns the item of a row, or null if it has expired. */
    private @Nullable Item visible(Parts identity, Row row) {
        Item item = state.items().item(identity, row);
        return state.blocks().table().schema().isExpired(item, state.now()) ? null : item;
    }

    /** Makes the changes of a step durable and applies them; in several records if one cannot hold them. */
    private CompletableFuture<Void> commit(Step step) {
        if (step.size() == 0) {
            return CompletableFuture.completedFuture(null);
        }
        Deque<Step> rest = new ArrayDeque<>(List.of(step));
        boolean[] isStarted = {false};
        return AsyncLoop.whileTrue(() -> {
                    Step next = rest.remove();
                    Frame.Encoded encoded = state.frames().encode(next);
                    if (encoded == null) {
                        int size = next.size();
                        rest.addFirst(next.part(++steps, size / 2, size));
                        rest.addFirst(next.part(++steps, 0, size / 2));
                        return CompletableFuture.completedFuture(true);
                    }
                    return state.journals().own().append(encoded.record()).thenApply(appended -> {
                        isStarted[0] = true;
                        applied(next, appended.number(), encoded);
                        return !rest.isEmpty();
                    });
                })
                .exceptionallyCompose(error -> CompletableFuture.failedFuture(
                        isStarted[0] ? partly(failure(error)) : AsyncLoop.failure(error)))
                .whenComplete((applied, error) -> step.end());
    }

    /** Shows the changes of a record to readers. */
    private void applied(Step step, long number, Frame.Encoded encoded) {
        if (state.isOnlyWriter()) {
            // Before the rows are visible, because the feed may be read at once.
            recent.add(number, encoded.columns());
        }
        int length = encoded.record().length;
        long millis = state.now().toEpochMilli();
        backlog.appended(length, step.size());
        memory.apply(step, number, millis);
        state.marks().add(number, length, millis);
    }

    private static VarveException partly(VarveException failure) {
        return failure instanceof WriterFenced
                ? failure
                : new OutcomeUnknown(
                        "packed.partly-written",
                        "some of the rows are stored, then the journal failed: " + failure.getMessage(),
                        failure);
    }
}
