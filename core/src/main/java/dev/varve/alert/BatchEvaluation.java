package dev.varve.alert;

import dev.varve.alert.internal.AlertSubject;
import dev.varve.alert.internal.BatchRun;
import dev.varve.alert.internal.CompiledRules;
import dev.varve.alert.internal.DeviceGroups;
import dev.varve.alert.internal.DeviceState;
import dev.varve.alert.internal.ReadingColumns;
import dev.varve.alert.internal.ReadingSource;
import dev.varve.alert.internal.WatchedDevices;
import dev.varve.entity.internal.EntityAccess;
import dev.varve.feed.Change;
import dev.varve.feed.internal.BatchHandler;
import dev.varve.feed.internal.EventBatch;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.internal.EntityLayout;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.table.BlockingTable;
import dev.varve.table.internal.LayoutKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the readings of a packed series from columns. The state of a device is its stored item, which has every change of a
 * phase, together with what is in memory: the newest clock and values. A checkpoint stores the latter for all devices in a few
 * items. After a crash the readings since the checkpoint are delivered again, and those that were evaluated already are older
 * than the state.
 *
 * <p>Without a consumer of batches nothing is in memory, and every evaluation stores its state.
 */
final class BatchEvaluation<E extends Record> implements BatchHandler {

    private static final Duration CHECKPOINT_EVERY = Duration.ofSeconds(5);

    /** A checkpoint of many devices is written less often. */
    private static final int DEVICES_PER_MILLISECOND = 10;

    /** The most readings of a device that are evaluated one by one before the next ones are looked at in columns. */
    private static final int MOST_AT_ONCE = 4_096;

    /** How many times as many are evaluated next, as long as each part changes something. */
    private static final int GROWTH = 8;

    /** The devices whose states are read, evaluated and stored together. */
    private static final int DEVICES_TOGETHER = 64;

    private final AlertProcessor<E> processor;
    private final AlertStore alerts;
    private final ReadingSource<E> readings;
    private final PackedStore rows;
    private final CompiledRules rules;
    private final EntityLayout states;
    private final AtomicReference<@Nullable Memory> memory = new AtomicReference<>();
    private long deliveries;

    /** The devices in memory. */
    private static final class Memory {
        private final WatchedDevices devices;
        private final CompletableFuture<Void> restored;
        // Whether a sweep has added every device of the series.
        private volatile boolean isComplete;

        Memory(WatchedDevices devices) {
            this.devices = devices;
            this.restored = devices.restore();
        }
    }

    BatchEvaluation(AlertProcessor<E> processor, PackedStore rows) {
        this.processor = processor;
        this.alerts = processor.alerts();
        this.readings = processor.readings();
        this.rows = rows;
        this.rules = new CompiledRules(processor.rules(), processor.detectors(), readings.ticks());
        this.states = EntityAccess.instance().layout(alerts.states().entity());
    }

    @Override
    public String series() {
        return readings.series().declaration().name();
    }

    @Override
    public void begin() {
        Memory known = memory.get();
        if (known == null || known.restored.isCompletedExceptionally()) {
            memory.set(new Memory(new WatchedDevices(
                    rules,
                    alerts.open().tableOf(alerts.states().entity()),
                    series(),
                    alerts.open().parallel())));
        }
    }

    @Override
    public void restart() {
        memory.set(null);
    }

    @Override
    public Duration checkpointEvery() {
        Memory known = memory.get();
        return known == null
                ? Duration.ZERO
                : CHECKPOINT_EVERY.plusMillis(known.devices.size() / DEVICES_PER_MILLISECOND);
    }

    @Override
    public CompletableFuture<Boolean> collect(EventBatch batch) {
        begin();
        Memory known = memory.get();
        if (known == null) {
            // Restarted from another thread: the events are delivered again.
            return CompletableFuture.completedFuture(true);
        }
        return known.restored
                .thenCompose(done -> evaluate(batch, known.devices))
                .thenApply(done -> known.devices.isDirty());
    }

    private CompletableFuture<Void> evaluate(EventBatch batch, WatchedDevices devices) {
        Instant now = alerts.open().clock().instant();
        DeviceGroups groups = new DeviceGroups(
                batch,
                devices.of(
                        batch.identities(),
                        identity -> readings.device(identity).id()),
                ++deliveries);
        BatchRun run = new BatchRun(
                batch, readings, rules, groups, now.plus(AlertProcessor.AHEAD), tick -> rows.isLive(tick, now));
        List<Integer> alone = new ArrayList<>();
        List<Integer> together = new ArrayList<>();
        for (int group = 0; group < run.size(); group++) {
            BatchRun.Decision decision = run.decide(group);
            if (decision == BatchRun.Decision.EVALUATE) {
                together.add(group);
            } else if (decision != BatchRun.Decision.NOTHING) {
                alone.add(group);
            }
        }
        return finishEach(run, alone).thenCompose(done -> evaluateTogether(run, together));
    }

    private CompletableFuture<Void> finishEach(BatchRun run, List<Integer> groups) {
        return ParallelCalls.map(groups, alerts.open().parallel(), group -> finish(run, group, run.decide(group)))
                .thenAccept(done -> {});
    }

    /** Evaluates readings of several devices, some devices at a time, because their states are in memory meanwhile. */
    private CompletableFuture<Void> evaluateTogether(BatchRun run, List<Integer> groups) {
        int[] at = {0};
        return AsyncLoop.whileTrue(() -> {
            if (at[0] == groups.size()) {
                return CompletableFuture.completedFuture(false);
            }
            List<Integer> some = groups.subList(at[0], Math.min(groups.size(), at[0] + DEVICES_TOGETHER));
            at[0] += some.size();
            return evaluateSome(run, some).thenApply(done -> true);
        });
    }

    /** Evaluates the next readings of each device and stores what they change together; the rest device by device. */
    private CompletableFuture<Void> evaluateSome(BatchRun run, List<Integer> groups) {
        List<AlertProcessor.Delivered> first = groups.stream()
                .map(group -> new AlertProcessor.Delivered(
                        run.identity(group), run.readings(group).first(run.first(group))))
                .toList();
        return processor.evaluateTogether(first).thenCompose(done -> finishEach(run, groups));
    }

    private CompletableFuture<Void> finish(BatchRun run, int group, BatchRun.Decision decision) {
        Parts identity = run.identity(group);
        return switch (decision) {
            case NOTHING -> CompletableFuture.completedFuture(null);
            case LOAD -> load(run, group);
            case EVALUATE -> evaluate(run, group);
            case READ_SERIES ->
                processor.advance(identity, run.oldest(group)).thenAccept(done -> run.readSeries(group));
        };
    }

    /**
     * Evaluates readings of a device one by one, more and more at a time while they change something, because each time may store
     * its state. The others are evaluated in columns.
     */
    private CompletableFuture<Void> evaluate(BatchRun run, int group) {
        Parts identity = run.identity(group);
        int[] most = {run.first(group)};
        BatchRun.Decision[] next = {BatchRun.Decision.NOTHING};
        return AsyncLoop.untilDone(() -> {
                    ReadingColumns.Rows left = run.readings(group);
                    return processor.evaluate(identity, left.first(most[0])).thenCompose(done -> {
                        if (run.readings(group).count() == left.count()) {
                            // Memory does not keep the device, so its state is stored, and all readings are evaluated
                            // with it.
                            next[0] = BatchRun.Decision.NOTHING;
                            return processor.evaluate(identity, left).thenApply(all -> true);
                        }
                        most[0] = Math.min(GROWTH * most[0], MOST_AT_ONCE);
                        next[0] = run.decide(group);
                        return CompletableFuture.completedFuture(next[0] != BatchRun.Decision.EVALUATE);
                    });
                })
                .thenCompose(done -> finish(run, group, next[0]));
    }

    private CompletableFuture<Void> load(BatchRun run, int group) {
        AlertSubject device = readings.device(run.identity(group));
        return alerts.stateOf(device).thenCompose(stored -> {
            DeviceState state = merged(stored.orElse(DeviceState.none(device)));
            run.load(group, state);
            return finish(run, group, run.decide(group));
        });
    }

    /** Stores a checkpoint. */
    @Override
    public CompletableFuture<Void> flush() {
        Memory known = memory.get();
        if (known == null || !known.restored.isDone() || known.restored.isCompletedExceptionally()) {
            return CompletableFuture.completedFuture(null);
        }
        return known.devices.store().whenComplete((done, error) -> {
            if (error != null) {
                memory.compareAndSet(known, null);
            }
        });
    }

    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        return processor.handle(changes);
    }

    @Override
    public CompletableFuture<Void> handleTrimmed() {
        return processor.handleTrimmed();
    }

    @Override
    public CompletableFuture<Void> tick() {
        return processor.tick();
    }

    /** Waits until the last checkpoint is in memory, if memory is used. */
    void awaitRestored() {
        Memory known = memory.get();
        if (known != null) {
            BlockingTable.await(known.restored);
        }
    }

    /** Returns whether memory keeps newer readings of this device, so that its state need not be stored for them. */
    boolean keepsReadings(String deviceId) {
        Memory known = memory.get();
        return known != null && known.devices.keepsReadings(deviceId);
    }

    /** Returns the whole state of a device: the stored one, and what is in memory. */
    DeviceState merged(DeviceState stored) {
        Memory known = memory.get();
        return known == null ? stored : known.devices.merged(stored);
    }

    void note(Parts identity, DeviceState state) {
        Memory known = memory.get();
        if (known != null) {
            known.devices.note(identity, state);
        }
    }

    /** Notes that what the series has of a device at this time is evaluated. */
    void waited(Parts identity, Instant now) {
        Memory known = memory.get();
        if (known != null) {
            known.devices.waited(readings.device(identity).id(), now.plus(AlertProcessor.AHEAD));
        }
    }

    /** Notes that a person or another process has changed or deleted the state of a device. */
    void noteStates(List<Change> changes) {
        Memory known = memory.get();
        if (known == null) {
            return;
        }
        for (Change change : changes) {
            Parts key = LayoutKeys.written(change.key()).flatMap(states::match).orElse(null);
            if (key == null || !key.text("series").equals(series())) {
                continue;
            }
            Item after = change.after();
            if (after == null) {
                known.devices.noteDeleted(key.text("deviceId"));
            } else {
                known.devices.owes(key.text("deviceId"), after.has("outbox"));
            }
        }
    }

    /** Returns the devices that a tick must evaluate; null if it must look at all of them. */
    @Nullable
    List<Parts> due(Instant now) {
        Memory known = memory.get();
        return known != null && known.isComplete && !known.devices.isFull() && seesStates()
                ? known.devices.due(now, now.plus(AlertProcessor.AHEAD))
                : null;
    }

    /** Notes that every device of the series was evaluated. */
    void swept() {
        Memory known = memory.get();
        if (known != null) {
            known.isComplete = true;
            known.devices.forgetUnread();
        }
    }

    /** Returns whether changes of states come with those of the series, because both are in one table. */
    private boolean seesStates() {
        String table = alerts.open().tableOf(alerts.states().entity()).schema().name();
        return table.equals(
                alerts.open().tableOf(readings.series().declaration()).schema().name());
    }
}
