package dev.varve.alert;

import dev.varve.alert.internal.AlertSubject;
import dev.varve.alert.internal.BatchRun;
import dev.varve.alert.internal.DetectorRun;
import dev.varve.alert.internal.DeviceState;
import dev.varve.alert.internal.NumericReading;
import dev.varve.alert.internal.ReadingColumns;
import dev.varve.alert.internal.ReadingSource;
import dev.varve.alert.internal.RuleEvaluation;
import dev.varve.alert.internal.StartedRule;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.key.Parts;
import dev.varve.key.internal.ParsedKey;
import dev.varve.series.Identities;
import dev.varve.series.OpenSeries;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.table.BlockingTable;
import dev.varve.table.PageToken;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the readings of a series with rules and detectors, and stores the resulting alerts and anomalies.
 *
 * <p>A change only signals that a device may have new readings. The processor reads them from the series, in the order of
 * their clocks, starting after the newest reading in the device's stored state. Changes may therefore be repeated, batched
 * differently or reordered. A reading that is older than the newest evaluated one changes nothing, whether it is late or a
 * correction. Of several readings with one clock the first counts.
 *
 * <p>Without rules and detectors, a device gets no state, and its readings are not read.
 *
 * <p>State and alerts change in one transaction whose condition is that the state is unchanged, so several processors can
 * run at once. Notices are sent after the transaction, and again with each tick until they are delivered.
 */
public final class AlertProcessor<E extends Record> implements ChangeHandler {

    /** Readings of one device that are evaluated before its state is written. */
    private static final int PAGE = 500;

    /** Devices that a tick reads at a time. */
    private static final int DEVICES = 200;

    /** Readings further in the future wait: evaluating one with a wrong clock would make all later readings too old. */
    static final Duration AHEAD = Duration.ofMinutes(1);

    /** How far back a tick or a detector's window looks for readings of a device, at least. */
    private static final Duration LOOK_BACK = Duration.ofDays(1);

    private final AlertStore alerts;
    private final ReadingSource<E> readings;
    private final List<AlertRule> rules;
    private final List<StartedRule> started;
    private final List<Detector> detectors;
    private final NoticeDelivery notices;
    private final int parallel;
    private final Duration tickEvery;
    private final AtomicLong tickedMillis = new AtomicLong();
    private final @Nullable BatchEvaluation<E> batches;

    AlertProcessor(AlertProcessorBuilder<E> declared) {
        alerts = declared.alerts;
        readings = declared.readings;
        rules = List.copyOf(declared.rules);
        started = rules.stream().map(StartedRule::of).toList();
        detectors = List.copyOf(declared.detectors);
        notices = new NoticeDelivery(alerts, declared.notifier);
        parallel = alerts.open().parallel();
        tickEvery = declared.tickEvery;
        PackedStore packed = readings.packed();
        batches = packed == null ? null : new BatchEvaluation<>(this, packed);
    }

    AlertStore alerts() {
        return alerts;
    }

    ReadingSource<E> readings() {
        return readings;
    }

    List<AlertRule> rules() {
        return rules;
    }

    List<Detector> detectors() {
        return detectors;
    }

    /** Returns the handler that evaluates the readings of a packed series without an item for each. */
    @Override
    public ChangeHandler forPackedEvents() {
        return batches == null ? this : batches;
    }

    /** Starts the declaration of a processor for the readings of a series. */
    public static <E extends Record> AlertProcessorBuilder<E> on(AlertStore alerts, OpenSeries<E> series) {
        return new AlertProcessorBuilder<>(alerts, series);
    }

    /** Why devices are evaluated. */
    private enum Occasion {
        READINGS,
        TICK,
        /** Changes were lost, or not read: the state must say how far the readings are evaluated. */
        GAP
    }

    /** The time and the counters of one call. */
    private static final class Run {
        private final Instant now;
        private final Occasion occasion;
        private final AtomicInteger opened = new AtomicInteger();
        private final AtomicInteger resolved = new AtomicInteger();
        private final NoticeDelivery.Tally notices = new NoticeDelivery.Tally();

        Run(Instant now, Occasion occasion) {
            this.now = now;
            this.occasion = occasion;
        }

        boolean isTick() {
            return occasion == Occasion.TICK;
        }
    }

    /**
     * Evaluates the devices of these changes; changes of other items are ignored. Fails if a device could not be evaluated;
     * the changes must then be delivered again.
     */
    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        if (batches != null) {
            batches.awaitRestored();
            batches.noteStates(changes);
        }
        boolean isIdle = rules.isEmpty() && detectors.isEmpty();
        Map<Parts, Instant> starts = new LinkedHashMap<>();
        for (Change change : changes) {
            if (change.cause() == Change.Cause.WRITE && change.after() != null) {
                readings.parse(change.key()).ifPresent(event -> addStart(starts, event));
            }
        }
        Run run = new Run(alerts.open().clock().instant(), Occasion.READINGS);
        return ParallelCalls.map(
                        List.copyOf(starts.keySet()),
                        parallel,
                        identity -> advance(
                                identity,
                                // Without rules a device needs no state. One that has a state still advances: a rule
                                // that is added later begins with the next reading.
                                () -> CompletableFuture.completedFuture(
                                        isIdle ? Optional.empty() : Optional.ofNullable(starts.get(identity))),
                                run))
                .thenAccept(done -> {});
    }

    /** Evaluates the readings of one device that the series has, from this one on if the device has no state. */
    CompletableFuture<Void> advance(Parts identity, Instant from) {
        boolean isIdle = rules.isEmpty() && detectors.isEmpty();
        return advance(
                identity,
                () -> CompletableFuture.completedFuture(isIdle ? Optional.empty() : Optional.of(from)),
                new Run(alerts.open().clock().instant(), Occasion.READINGS));
    }

    /** Evaluates readings of one device that are newer than its state, in the order of their clocks. */
    CompletableFuture<Void> evaluate(Parts identity, ReadingColumns.Rows delivered) {
        Run run = new Run(alerts.open().clock().instant(), Occasion.READINGS);
        return AsyncLoop.untilDone(() -> evaluatedNext(identity, delivered, run).thenCompose(one -> store(one, run)));
    }

    /**
     * Evaluates readings of different devices like {@link #evaluate}, and stores the results together. Of a device with many
     * readings, or whose state another process has changed meanwhile, some or none are evaluated.
     */
    CompletableFuture<Void> evaluateTogether(List<Delivered> devices) {
        Run run = new Run(alerts.open().clock().instant(), Occasion.READINGS);
        return ParallelCalls.map(devices, parallel, each -> evaluatedNext(each.identity(), each.readings(), run))
                .thenCompose(all -> store(all, run))
                .thenAccept(done -> {});
    }

    /** Readings of a device that were delivered. */
    record Delivered(Parts identity, ReadingColumns.Rows readings) {}

    private CompletableFuture<Evaluated> evaluatedNext(Parts identity, ReadingColumns.Rows delivered, Run run) {
        return stateOf(readings.device(identity)).thenCompose(before -> {
            ReadingColumns.Rows fresh = before.through()
                    .map(through -> delivered.after(readings.ticks().ticks(through)))
                    .orElse(delivered);
            List<NumericReading> page = BatchRun.list(fresh, PAGE);
            return evaluated(identity, before, new Page(page, page.size() == fresh.count()), run);
        });
    }

    /** Returns the state of a device: the stored one, and what is in memory. */
    private CompletableFuture<DeviceState> stateOf(AlertSubject device) {
        return alerts.stateOf(device).thenApply(stored -> {
            DeviceState state = stored.orElse(DeviceState.none(device));
            return batches == null ? state : batches.merged(state);
        });
    }

    private void addStart(Map<Parts, Instant> starts, ParsedKey event) {
        starts.merge(
                readings.identity(event.parts()), event.clock(), (one, other) -> one.isBefore(other) ? one : other);
    }

    /**
     * Evaluates all devices in the catalogue of the series at this time. Opens alerts of rules that were broken for long
     * enough and of silent devices, sends undelivered notices, and evaluates readings whose changes have not arrived. A
     * device without state is included once it has been silent for as long as a rule says. Visits all devices, then throws
     * the first failure, if any.
     */
    public TickReport tick(Instant now) {
        if (batches != null) {
            batches.awaitRestored();
        }
        Run run = new Run(now, Occasion.TICK);
        int devices = sweep(identity -> advance(identity, () -> silentSince(identity, now), run));
        if (batches != null) {
            batches.swept();
        }
        return new TickReport(devices, run.opened.get(), run.resolved.get(), run.notices.undelivered());
    }

    /** Ticks all devices if the last tick is at least {@code tickEvery} ago, a minute by default; waits until it is done. */
    @Override
    public CompletableFuture<Void> tick() {
        Instant now = alerts.open().clock().instant();
        long before = tickedMillis.get();
        boolean isDue = !now.isBefore(Instant.ofEpochMilli(before).plus(tickEvery));
        if (rules.isEmpty() || !isDue || !tickedMillis.compareAndSet(before, now.toEpochMilli())) {
            return CompletableFuture.completedFuture(null);
        }
        try {
            tickDue(now);
            return CompletableFuture.completedFuture(null);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Ticks the devices for which something is due, if all are in memory; otherwise all devices. */
    private void tickDue(Instant now) {
        BatchEvaluation<E> known = batches;
        List<Parts> due = known == null ? null : known.due(now);
        if (known == null || due == null) {
            tick(now);
            return;
        }
        Run run = new Run(now, Occasion.TICK);
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        each(
                due,
                identity -> advance(identity, () -> silentSince(identity, now), run)
                        .thenAccept(done -> known.waited(identity, now)),
                failure);
        fail(failure.get());
    }

    /** Evaluates the unread readings of all devices that have a state, because changes were lost; waits until it is done. */
    @Override
    public CompletableFuture<Void> handleTrimmed() {
        Run run = new Run(alerts.open().clock().instant(), Occasion.GAP);
        try {
            if (batches != null) {
                batches.awaitRestored();
            }
            sweep(identity -> advance(identity, () -> CompletableFuture.completedFuture(Optional.empty()), run));
            return CompletableFuture.completedFuture(null);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Calls the function for all devices, page by page, and returns their number; throws the first failure at the end. */
    private int sweep(Function<Parts, CompletableFuture<Void>> call) {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Identities identities = readings.series().identities();
        PageToken next = null;
        int devices = 0;
        do {
            Identities.IdentityPage page = identities.page(DEVICES, next);
            each(page.identities(), call, failure);
            devices += page.identities().size();
            next = page.next();
        } while (next != null);
        fail(failure.get());
        return devices;
    }

    /** Calls the function for these devices even if one fails; notes the first failure. */
    private void each(
            List<Parts> identities,
            Function<Parts, CompletableFuture<Void>> call,
            AtomicReference<@Nullable Throwable> failure) {
        BlockingTable.await(ParallelCalls.map(
                identities,
                parallel,
                identity -> CompletableFuture.completedFuture(identity)
                        .thenCompose(call)
                        .exceptionally(error -> {
                            failure.compareAndSet(null, error);
                            return null;
                        })));
    }

    private static void fail(@Nullable Throwable failure) {
        if (failure != null) {
            BlockingTable.await(CompletableFuture.failedFuture(failure));
        }
    }

    /** Returns the clock of the latest reading of a device without state, if the device is silent by one of the rules. */
    private CompletableFuture<Optional<Instant>> silentSince(Parts identity, Instant now) {
        Optional<Duration> shortest = silences().min(Duration::compareTo);
        if (shortest.isEmpty()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        Duration longest = silences().max(Duration::compareTo).orElse(LOOK_BACK).multipliedBy(2);
        Instant from = now.minus(longest.compareTo(LOOK_BACK) > 0 ? longest : LOOK_BACK);
        return readings.newest(identity, from, now.plus(AHEAD), 1)
                .thenApply(found -> found.stream()
                        .findFirst()
                        .map(event -> readings.fields(event).at())
                        .filter(at -> !at.plus(shortest.get()).isAfter(now)));
    }

    private Stream<Duration> silences() {
        return rules.stream()
                .map(AlertRule::trigger)
                .filter(Trigger.Silent.class::isInstance)
                .map(trigger -> ((Trigger.Silent) trigger).duration());
    }

    /** Finds where to start with a device that has no state yet; empty to skip the device. */
    private interface Start {
        CompletableFuture<Optional<Instant>> find();
    }

    /**
     * Readings of one device to evaluate.
     *
     * @param isLast whether there are no newer ones
     */
    private record Page(List<NumericReading> readings, boolean isLast) {}

    private CompletableFuture<Void> advance(Parts identity, Start start, Run run) {
        AlertSubject device = readings.device(identity);
        return AsyncLoop.untilDone(() -> stateOf(device).thenCompose(before -> {
            if (batches != null && before.through().isEmpty()) {
                batches.note(identity, before);
            }
            CompletableFuture<Optional<Instant>> from = before.through().isPresent()
                    ? CompletableFuture.completedFuture(before.through().map(through -> through.plusNanos(1)))
                    : start.find();
            return from.thenCompose(first -> first.isEmpty()
                    ? CompletableFuture.completedFuture(true)
                    : readings.oldest(identity, first.get(), run.now.plus(AHEAD), PAGE)
                            .thenCompose(events -> take(identity, before, page(events), run)));
        }));
    }

    private Page page(List<E> events) {
        return new Page(events.stream().map(readings::fields).toList(), events.size() < PAGE);
    }

    /**
     * The result of evaluating some readings of a device, which is not stored yet.
     *
     * @param isAll whether there are no newer readings
     * @param mustStore false if only newer readings are different and memory keeps these
     */
    private record Evaluated(
            Parts identity,
            DeviceState before,
            DeviceState after,
            RuleEvaluation evaluation,
            boolean isAll,
            boolean mustStore) {

        /** Returns the stored state after this evaluation. */
        DeviceState stored() {
            return mustStore && !after.equals(before) ? after.stored() : after;
        }
    }

    /** Evaluates a page of readings; returns whether it was the last one and could be stored. */
    private CompletableFuture<Boolean> take(Parts identity, DeviceState before, Page page, Run run) {
        return evaluated(identity, before, page, run).thenCompose(one -> store(one, run));
    }

    private CompletableFuture<Evaluated> evaluated(Parts identity, DeviceState before, Page page, Run run) {
        AlertSubject device = new AlertSubject(before.series(), before.deviceId());
        RuleEvaluation evaluation = new RuleEvaluation(started, device, before);
        int read = 0;
        while (read < page.readings().size() && !evaluation.isFull()) {
            evaluation.read(page.readings().get(read++));
        }
        boolean isAll = read == page.readings().size() && page.isLast();
        if (isAll && run.isTick()) {
            evaluation.passed(run.now);
        }
        DeviceState after = evaluation.after();
        return detect(identity, device, page.readings().subList(0, read), run.now)
                .thenApply(hasAnomalies -> new Evaluated(
                        identity,
                        before,
                        after,
                        evaluation,
                        isAll,
                        hasAnomalies || run.occasion == Occasion.GAP || mustStore(before, after)));
    }

    /** Returns whether a state must be stored: not if it only has newer readings and memory keeps these. */
    private boolean mustStore(DeviceState before, DeviceState after) {
        boolean isKept = batches != null && batches.keepsReadings(before.deviceId());
        return !isKept || after.isWorthStoring(before);
    }

    /**
     * Stores states and alerts of different devices, then sends the notices. Returns for each device false if its state has
     * changed meanwhile: then nothing of it is stored.
     */
    private CompletableFuture<List<Boolean>> store(List<Evaluated> all, Run run) {
        List<Evaluated> changed = all.stream().filter(Evaluated::mustStore).toList();
        return StateCommit.runTogether(changed.stream().map(this::commitOf).toList())
                .thenCompose(results -> {
                    Set<Evaluated> failed = Collections.newSetFromMap(new IdentityHashMap<>());
                    for (int i = 0; i < results.size(); i++) {
                        if (!results.get(i).isDone()) {
                            failed.add(changed.get(i));
                        }
                    }
                    List<Evaluated> stored =
                            all.stream().filter(one -> !failed.contains(one)).toList();
                    stored.forEach(one -> note(one, run));
                    return ParallelCalls.map(stored, parallel, one -> deliver(one, run))
                            .thenApply(done -> all.stream()
                                    .map(one -> !failed.contains(one))
                                    .toList());
                });
    }

    /** Stores the result of one device; returns whether that was possible and there are no newer readings. */
    private CompletableFuture<Boolean> store(Evaluated one, Run run) {
        return store(List.of(one), run).thenApply(done -> done.get(0) && one.isAll());
    }

    private StateCommit commitOf(Evaluated one) {
        RuleEvaluation evaluation = one.evaluation();
        StateCommit commit = new StateCommit(alerts, one.before(), one.after());
        evaluation.opened().values().forEach(commit::create);
        evaluation
                .resolved()
                .forEach((id, at) ->
                        commit.resolve(id, alerts.resolution(one.before().deviceId(), id, at)));
        return commit;
    }

    private void note(Evaluated one, Run run) {
        run.opened.addAndGet(one.evaluation().opened().size());
        run.resolved.addAndGet(one.evaluation().resolved().size());
        if (batches != null) {
            batches.note(one.identity(), one.after());
        }
    }

    /** Sends the whole outbox, because the notices of a device are delivered in order. */
    private CompletableFuture<Void> deliver(Evaluated one, Run run) {
        boolean isToDeliver = !one.evaluation().due().isEmpty() || (run.isTick() && one.isAll());
        return isToDeliver ? notices.deliver(one.stored(), run.notices) : CompletableFuture.completedFuture(null);
    }

    /** Stores the anomalies among these readings before the state records them as evaluated; returns whether there are any. */
    private CompletableFuture<Boolean> detect(
            Parts identity, AlertSubject device, List<NumericReading> fresh, Instant now) {
        if (detectors.isEmpty() || fresh.isEmpty()) {
            return CompletableFuture.completedFuture(false);
        }
        int room = DetectorRun.room(detectors);
        Instant first = fresh.get(0).at();
        CompletableFuture<List<E>> earlier = room == 0
                ? CompletableFuture.completedFuture(List.of())
                : readings.newest(identity, first.minus(LOOK_BACK), first, room);
        return earlier.thenCompose(before -> {
            DetectorRun detection = new DetectorRun(detectors, device);
            List<E> inOrder = new ArrayList<>(before);
            Collections.reverse(inOrder);
            inOrder.forEach(event -> detection.learn(readings.fields(event)));
            List<Anomaly> found = fresh.stream()
                    .map(detection::judge)
                    .flatMap(Optional::stream)
                    .filter(anomaly -> !isExpired(anomaly, now))
                    .toList();
            return ParallelCalls.map(found, parallel, alerts.anomalySeries()::appendAsync)
                    .thenApply(done -> !found.isEmpty());
        });
    }

    private boolean isExpired(Anomaly anomaly, Instant now) {
        return alerts.alerting()
                .keepAnomalies()
                .filter(keep -> !anomaly.at().plus(keep).isAfter(now))
                .isPresent();
    }
}
