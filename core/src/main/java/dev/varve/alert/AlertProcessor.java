package dev.varve.alert;

import dev.varve.alert.internal.AlertSubject;
import dev.varve.alert.internal.DetectorRun;
import dev.varve.alert.internal.DeviceState;
import dev.varve.alert.internal.ReadingSource;
import dev.varve.alert.internal.RuleEvaluation;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.key.Parts;
import dev.varve.key.internal.ParsedKey;
import dev.varve.series.Identities;
import dev.varve.series.OpenSeries;
import dev.varve.table.BlockingTable;
import dev.varve.table.PageToken;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the readings of a series with rules and detectors, and keeps the alerts and anomalies they lead to.
 *
 * <p>A change is only a doorbell: it says that a device has readings that may be news. They are read from the series, from
 * where the device's stored state ends, in the order of their clocks. Changes may therefore come again, in other batches
 * and in another order. A reading that is older than one already looked at changes nothing, whether it is late or a
 * correction; of several with one clock the first counts.
 *
 * <p>State and alerts change in one transaction that no other change of the state came before, so processors may run side
 * by side. Notices are given after it, and again with each tick until they were given.
 */
public final class AlertProcessor<E extends Record> implements ChangeHandler {

    /** Readings of one device that are looked at before its state is written. */
    private static final int PAGE = 500;

    /** Devices that a tick asks for at a time. */
    private static final int DEVICES = 200;

    /** Readings further ahead of the clock wait until then: one wrong clock would make the state blind to all others. */
    private static final Duration AHEAD = Duration.ofMinutes(1);

    /** How far back a tick, and a window, look for readings of a device at least. */
    private static final Duration LOOK_BACK = Duration.ofDays(1);

    /** A notifier that fails so often in one call is down: the rest waits for the next tick. */
    private static final int MAX_REFUSED = 5;

    private final AlertStore alerts;
    private final ReadingSource<E> readings;
    private final List<AlertRule> rules;
    private final List<Detector> detectors;
    private final Notifier notifier;
    private final int parallel;
    private final Duration tickEvery;
    private final AtomicLong tickedMillis = new AtomicLong();

    AlertProcessor(AlertProcessorBuilder<E> declared) {
        alerts = declared.alerts;
        readings = declared.readings;
        rules = List.copyOf(declared.rules);
        detectors = List.copyOf(declared.detectors);
        notifier = declared.notifier;
        parallel = alerts.open().parallel();
        tickEvery = declared.tickEvery;
    }

    /** Begins a processor of a series' readings. */
    public static <E extends Record> AlertProcessorBuilder<E> on(AlertStore alerts, OpenSeries<E> series) {
        return new AlertProcessorBuilder<>(alerts, series);
    }

    /** What one call counts, and how time is to pass in it. */
    private static final class Run {
        private final Instant now;
        private final boolean isTick;
        private final AtomicInteger opened = new AtomicInteger();
        private final AtomicInteger resolved = new AtomicInteger();
        private final AtomicInteger refused = new AtomicInteger();
        private final AtomicInteger undelivered = new AtomicInteger();

        Run(Instant now, boolean isTick) {
            this.now = now;
            this.isTick = isTick;
        }
    }

    /**
     * Looks at the devices these changes are about; changes of other items are passed over. Fails if one device could not
     * be looked at: deliver the changes again.
     */
    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        Map<Parts, Instant> rung = new LinkedHashMap<>();
        for (Change change : changes) {
            if (change.cause() == Change.Cause.WRITE && change.after() != null) {
                readings.parse(change.key()).ifPresent(event -> ring(rung, event));
            }
        }
        Run run = new Run(alerts.open().clock().instant(), false);
        return ParallelCalls.map(
                        List.copyOf(rung.keySet()),
                        parallel,
                        identity -> advance(
                                identity,
                                () -> CompletableFuture.completedFuture(Optional.ofNullable(rung.get(identity))),
                                run))
                .thenAccept(done -> {});
    }

    private void ring(Map<Parts, Instant> rung, ParsedKey event) {
        rung.merge(readings.identity(event.parts()), event.clock(), (one, other) -> one.isBefore(other) ? one : other);
    }

    /**
     * Lets time pass for all devices the series knows of: opens what was broken for long enough and what is silent, gives
     * notices that could not be given, and catches up with readings of which no change came. A device of which no change
     * ever came is taken up when it was silent for as long as a rule says. All devices are looked at; then the first
     * failure is thrown, if there was one.
     */
    public TickReport tick(Instant now) {
        Run run = new Run(now, true);
        int devices = sweep(identity -> advance(identity, () -> silentSince(identity, now), run));
        return new TickReport(devices, run.opened.get(), run.resolved.get(), run.undelivered.get());
    }

    /** Lets time pass for all devices if it has not for a minute, or what was declared; waits for it. */
    @Override
    public CompletableFuture<Void> tick() {
        Instant now = alerts.open().clock().instant();
        long before = tickedMillis.get();
        boolean isDue = !now.isBefore(Instant.ofEpochMilli(before).plus(tickEvery));
        if (rules.isEmpty() || !isDue || !tickedMillis.compareAndSet(before, now.toEpochMilli())) {
            return CompletableFuture.completedFuture(null);
        }
        try {
            tick(now);
            return CompletableFuture.completedFuture(null);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Catches up with the readings of all devices that have a state, after changes were lost; waits for it. */
    @Override
    public CompletableFuture<Void> handleTrimmed() {
        Run run = new Run(alerts.open().clock().instant(), false);
        try {
            sweep(identity -> advance(identity, () -> CompletableFuture.completedFuture(Optional.empty()), run));
            return CompletableFuture.completedFuture(null);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Calls for all devices there are, page by page, and returns how many; then throws the first failure. */
    private int sweep(Function<Parts, CompletableFuture<Void>> call) {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Identities identities = readings.series().identities();
        PageToken next = null;
        int devices = 0;
        do {
            Identities.IdentityPage page = identities.page(DEVICES, next);
            BlockingTable.await(ParallelCalls.map(
                    page.identities(),
                    parallel,
                    identity -> CompletableFuture.completedFuture(identity)
                            .thenCompose(call)
                            .exceptionally(error -> {
                                failure.compareAndSet(null, error);
                                return null;
                            })));
            devices += page.identities().size();
            next = page.next();
        } while (next != null);
        Throwable first = failure.get();
        if (first != null) {
            BlockingTable.await(CompletableFuture.failedFuture(first));
        }
        return devices;
    }

    /** Returns the clock of the latest reading of a device nothing is known of, if that is silent by one of the rules. */
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

    /** Where to begin with a device that has no state yet; empty to leave it alone. */
    private interface Start {
        CompletableFuture<Optional<Instant>> find();
    }

    private CompletableFuture<Void> advance(Parts identity, Start start, Run run) {
        AlertSubject device = readings.device(identity);
        return AsyncLoop.untilDone(() -> alerts.stateOf(device).thenCompose(stored -> {
            DeviceState before = stored.orElse(DeviceState.none(device));
            CompletableFuture<Optional<Instant>> from = before.through().isPresent()
                    ? CompletableFuture.completedFuture(before.through().map(through -> through.plusNanos(1)))
                    : start.find();
            return from.thenCompose(first -> first.isEmpty()
                    ? CompletableFuture.completedFuture(true)
                    : readings.oldest(identity, first.get(), run.now.plus(AHEAD), PAGE)
                            .thenCompose(page -> take(identity, before, page, run)));
        }));
    }

    /** Takes a page of readings; returns whether that was all there is. */
    private CompletableFuture<Boolean> take(Parts identity, DeviceState before, List<E> page, Run run) {
        AlertSubject device = new AlertSubject(before.series(), before.deviceId());
        RuleEvaluation fold = new RuleEvaluation(rules, device, before);
        int read = 0;
        while (read < page.size() && !fold.isFull()) {
            fold.read(readings.fields(page.get(read++)));
        }
        boolean isAll = read == page.size() && page.size() < PAGE;
        if (isAll && run.isTick) {
            fold.passed(run.now);
        }
        return detect(identity, device, page.subList(0, read), run.now)
                .thenCompose(found -> commit(device, before, fold))
                .thenCompose(isWritten -> {
                    if (!isWritten) {
                        return CompletableFuture.completedFuture(false);
                    }
                    run.opened.addAndGet(fold.opened().size());
                    run.resolved.addAndGet(fold.resolved().size());
                    // All that is owed, because a device's notices are to come in their order.
                    boolean isToDeliver = !fold.due().isEmpty() || (run.isTick && isAll);
                    return deliver(device, isToDeliver ? fold.after().outbox() : List.of(), run)
                            .thenApply(done -> isAll);
                });
    }

    private CompletableFuture<Boolean> commit(AlertSubject device, DeviceState before, RuleEvaluation fold) {
        StateCommit commit = new StateCommit(alerts, before, fold.after());
        fold.opened().values().forEach(commit::create);
        fold.resolved().forEach((id, at) -> commit.resolve(id, alerts.resolution(device.id(), id, at)));
        return commit.run().thenApply(StateCommit.Result::isDone);
    }

    /** Stores the anomalies among these readings, before the state says that they were looked at. */
    private CompletableFuture<Void> detect(Parts identity, AlertSubject device, List<E> fresh, Instant now) {
        if (detectors.isEmpty() || fresh.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        int room = DetectorRun.room(detectors);
        Instant first = readings.fields(fresh.get(0)).at();
        CompletableFuture<List<E>> earlier = room == 0
                ? CompletableFuture.completedFuture(List.of())
                : readings.newest(identity, first.minus(LOOK_BACK), first, room);
        return earlier.thenCompose(before -> {
            DetectorRun detection = new DetectorRun(detectors, device);
            List<E> inOrder = new ArrayList<>(before);
            Collections.reverse(inOrder);
            inOrder.forEach(event -> detection.learn(readings.fields(event)));
            List<Anomaly> found = fresh.stream()
                    .map(event -> detection.judge(readings.fields(event)))
                    .flatMap(Optional::stream)
                    .filter(anomaly -> !isExpired(anomaly, now))
                    .toList();
            return ParallelCalls.map(found, parallel, alerts.anomalySeries()::appendAsync)
                    .thenAccept(done -> {});
        });
    }

    private boolean isExpired(Anomaly anomaly, Instant now) {
        return alerts.alerting()
                .keepAnomalies()
                .filter(keep -> !anomaly.at().plus(keep).isAfter(now))
                .isPresent();
    }

    /** Gives notices in their order, up to the first that cannot be given, and forgets those that were. */
    private CompletableFuture<Void> deliver(AlertSubject device, List<DeviceState.Due> due, Run run) {
        if (due.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        Iterator<DeviceState.Due> left = due.iterator();
        List<DeviceState.Due> given = new ArrayList<>();
        return AsyncLoop.untilDone(() -> {
                    if (!left.hasNext() || run.refused.get() >= MAX_REFUSED) {
                        return CompletableFuture.completedFuture(true);
                    }
                    DeviceState.Due notice = left.next();
                    return alerts.alerts()
                            .findConsistentAsync(device.id(), notice.alertId())
                            .thenCompose(alert -> give(notice, alert.orElse(null)))
                            .thenApply(isGiven -> isGiven ? !given.add(notice) : run.refused.incrementAndGet() > 0);
                })
                .thenCompose(done -> {
                    run.undelivered.addAndGet(due.size() - given.size());
                    return given.isEmpty() ? CompletableFuture.completedFuture(null) : forget(device, given);
                });
    }

    /** Gives a notice; one of an alert that is gone counts as given. */
    private CompletableFuture<Boolean> give(DeviceState.Due notice, @Nullable Alert alert) {
        if (alert == null) {
            return CompletableFuture.completedFuture(true);
        }
        CompletableFuture<Void> told;
        try {
            told = notifier.notify(new AlertNotice(notice.event(), alert));
        } catch (RuntimeException e) {
            told = CompletableFuture.failedFuture(e);
        }
        // What fails stays owed: the next tick tries again and reports how much is left.
        return told.handle((done, error) -> error == null);
    }

    private CompletableFuture<Void> forget(AlertSubject device, List<DeviceState.Due> given) {
        return AsyncLoop.untilDone(() -> alerts.stateOf(device).thenCompose(stored -> {
            if (stored.isEmpty()) {
                return CompletableFuture.completedFuture(true);
            }
            return new StateCommit(alerts, stored.get(), stored.get().without(given))
                    .run()
                    .thenApply(StateCommit.Result::isDone);
        }));
    }
}
