package dev.varve.alert;

import dev.varve.alert.internal.DeviceState;
import dev.varve.entity.EntityOutcome;
import dev.varve.entity.OpenEntities;
import dev.varve.entity.Patch;
import dev.varve.entity.internal.EntityAccess;
import dev.varve.entity.internal.PreparedWrite;
import dev.varve.error.Throttled;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.schema.internal.CancelCause;
import dev.varve.table.Capacity;
import dev.varve.table.Limits;
import dev.varve.table.Table;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Write;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Writes a device's state and its alerts in one transaction, on the condition that the state has not changed since it was
 * read.
 *
 * <p>Only the state decides. An alert that already exists was written by an earlier attempt, and an alert that is deleted
 * or resolved need not be resolved. Such writes are left out, and the rest is sent again.
 */
final class StateCommit {

    /** Each attempt leaves out at least one alert or finds that the state has changed. */
    private static final int MAX_ATTEMPTS = 100;

    /** The most devices of one transaction: their states, with all rules and notices, are far below its limit of 4 MB. */
    private static final int MAX_DEVICES = 25;

    private final AlertStore open;
    private final DeviceState before;
    private final DeviceState after;
    private final Map<String, Alert> created = new LinkedHashMap<>();
    private final Map<String, Patch<Alert>> resolved = new LinkedHashMap<>();
    private final Set<String> written = new LinkedHashSet<>();

    public StateCommit(AlertStore open, DeviceState before, DeviceState after) {
        this.open = open;
        this.before = before;
        this.after = after;
    }

    void create(Alert alert) {
        created.put(alert.alertId(), alert);
    }

    /** Resolves an alert. For an alert that this commit also creates, the patch is used only if it exists already. */
    public void resolve(String alertId, Patch<Alert> end) {
        resolved.put(alertId, end);
    }

    /**
     * The result of a commit.
     *
     * @param isDone false if the state has changed in the meantime and nothing was written
     * @param written the alerts that were written
     */
    public record Result(boolean isDone, Set<String> written) {
        boolean isWritten(String alertId) {
            return written.contains(alertId);
        }
    }

    private record Step(@Nullable String alertId, PreparedWrite<?> planned, OpenEntities<?> entities) {}

    public CompletableFuture<Result> run() {
        return attempt(1, open.states());
    }

    /**
     * Like {@link #run}, but a state without alerts may be lost with the power. Only for what the readings and the feed
     * produce again.
     */
    CompletableFuture<Result> runDeferred() {
        return attempt(1, open.deferredStates());
    }

    /**
     * Runs commits of different devices like {@link #runDeferred}, those with alerts in as few transactions as possible. If
     * one cannot be written, the others of its transaction are written by themselves. Returns the results in their order.
     */
    static CompletableFuture<List<Result>> runTogether(List<StateCommit> commits) {
        Map<StateCommit, Result> results = new HashMap<>();
        Deque<StateCommit> rest = new ArrayDeque<>(commits);
        return AsyncLoop.whileTrue(() -> {
                    if (rest.isEmpty()) {
                        return CompletableFuture.completedFuture(false);
                    }
                    List<StateCommit> next = next(rest);
                    return together(next, results).thenApply(done -> true);
                })
                .thenApply(done -> commits.stream().map(results::get).toList());
    }

    /** Removes and returns the commits of the next transaction: one without alerts stays alone, because it needs none. */
    private static List<StateCommit> next(Deque<StateCommit> rest) {
        List<StateCommit> next = new ArrayList<>();
        int writes = 0;
        while (!rest.isEmpty() && next.size() < MAX_DEVICES) {
            StateCommit first = rest.element();
            writes += first.mostWrites();
            boolean fits = first.hasAlerts() && writes <= Limits.MAX_TRANSACTION_ACTIONS;
            if (!next.isEmpty() && !fits) {
                break;
            }
            next.add(rest.remove());
            if (!first.hasAlerts()) {
                break;
            }
        }
        return next;
    }

    private static CompletableFuture<Void> together(List<StateCommit> commits, Map<StateCommit, Result> results) {
        if (commits.size() == 1) {
            return alone(commits, results);
        }
        StateCommit first = commits.get(0);
        return ParallelCalls.map(commits, commits.size(), StateCommit::plan)
                .thenCompose(planned -> first.send(
                                planned.stream().flatMap(List::stream).toList())
                        .thenCompose(result -> {
                            if (result instanceof TransactResult.Cancelled) {
                                return alone(commits, results);
                            }
                            commits.forEach(commit -> results.put(commit, commit.done()));
                            return CompletableFuture.completedFuture(null);
                        }));
    }

    private static CompletableFuture<Void> alone(List<StateCommit> commits, Map<StateCommit, Result> results) {
        return ParallelCalls.map(
                        commits, 1, commit -> commit.runDeferred().thenApply(result -> results.put(commit, result)))
                .thenAccept(done -> {});
    }

    private boolean hasAlerts() {
        return !created.isEmpty() || !resolved.isEmpty();
    }

    private int mostWrites() {
        return 1 + created.size() + resolved.size();
    }

    private Result done() {
        written.addAll(created.keySet());
        written.addAll(resolved.keySet());
        return new Result(true, written);
    }

    private CompletableFuture<Result> attempt(int attempt, OpenEntities<DeviceState> states) {
        if (attempt > MAX_ATTEMPTS) {
            return CompletableFuture.failedFuture(new Throttled(
                    "alert.contended",
                    "alerts of device %s were changed by others during each of %s attempts; nothing was written"
                            .formatted(after.deviceId(), MAX_ATTEMPTS)));
        }
        if (!hasAlerts()) {
            return putState(states);
        }
        return plan().thenCompose(steps -> send(steps).thenCompose(result -> {
            if (result instanceof TransactResult.Cancelled cancelled) {
                return leaveOut(steps, cancelled.reasons())
                        ? attempt(attempt + 1, states)
                        : CompletableFuture.completedFuture(new Result(false, Set.of()));
            }
            return CompletableFuture.completedFuture(done());
        }));
    }

    private CompletableFuture<Result> putState(OpenEntities<DeviceState> states) {
        if (after.equals(before)) {
            return CompletableFuture.completedFuture(new Result(true, Set.of()));
        }
        return states.putAsync(after)
                .thenApply(outcome -> new Result(outcome instanceof EntityOutcome.Written, Set.of()));
    }

    private CompletableFuture<List<Step>> plan() {
        EntityAccess access = EntityAccess.instance();
        List<CompletableFuture<Step>> steps = new ArrayList<>();
        if (!after.equals(before)) {
            steps.add(access.writes(open.states())
                    .put(after)
                    .thenApply(planned -> new Step(null, planned, open.states())));
        }
        created.forEach((id, alert) -> steps.add(
                access.writes(open.alerts()).create(alert).thenApply(planned -> new Step(id, planned, open.alerts()))));
        resolved.forEach((id, end) -> {
            if (!created.containsKey(id)) {
                steps.add(access.plan(open.alerts(), end).thenApply(planned -> new Step(id, planned, open.alerts())));
            }
        });
        return CompletableFuture.allOf(steps.toArray(CompletableFuture[]::new))
                .thenApply(done -> steps.stream().map(CompletableFuture::join).toList());
    }

    private CompletableFuture<TransactResult> send(List<Step> steps) {
        List<TransactWrite.Action> actions = new ArrayList<>();
        for (Step step : steps) {
            for (Write write : step.planned().writes()) {
                actions.add(
                        new TransactWrite.Action(table(step.entities()).schema().name(), write));
            }
        }
        return table(open.states()).transactWrite(new TransactWrite(actions, null));
    }

    private Table table(OpenEntities<?> entities) {
        return open.open().tableOf(entities.entity());
    }

    /** Leaves out the alerts whose conditions failed; returns false if the condition of the state failed. */
    private boolean leaveOut(List<Step> steps, List<TransactResult.Reason> reasons) {
        int from = 0;
        for (Step step : steps) {
            int to = from + step.planned().writes().size();
            var cause = step.planned().cause(reasons.subList(from, to), Capacity.NONE);
            from = to;
            if (step.alertId() == null && !(cause instanceof CancelCause.Other<?>)) {
                return false;
            } else if (step.alertId() != null
                    && cause instanceof CancelCause.Refused<?>
                    && created.remove(step.alertId()) == null) {
                resolved.remove(step.alertId());
            }
        }
        return true;
    }
}
