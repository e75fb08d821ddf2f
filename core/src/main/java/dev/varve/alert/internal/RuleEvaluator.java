package dev.varve.alert.internal;

import dev.varve.alert.AlertRule;
import dev.varve.alert.Sample;
import dev.varve.alert.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One step of a rule: the state after a reading or at a time, and the transitions of alerts; pure.
 *
 * <p>A reading that is not newer than the newest one changes nothing, so repeated and late readings do no harm. Each step
 * first opens the alert that became due before it. The result therefore does not depend on when {@link #passed} is called.
 */
public record RuleEvaluator(RuleState state, List<AlertTransition> transitions) {

    public RuleEvaluator {
        transitions = List.copyOf(transitions);
    }

    /** Returns the step of a reading. A reading at the exact time at which an alert becomes due is evaluated first. */
    public static RuleEvaluator read(StartedRule started, @Nullable RuleState stored, Sample sample) {
        AlertRule rule = started.rule();
        RuleState before = current(started.start(), stored);
        if (!before.isBefore(sample.at())) {
            return new RuleEvaluator(stored == null ? before : stored, List.of());
        }
        Step step = new Step(before);
        step.open(rule, due -> due.isBefore(sample.at()));
        RuleState state = step.state;
        TriggerResult result = TriggerResult.of(rule.trigger(), state.last(), sample);
        step.state = state.saw(sample);
        switch (state.phase()) {
            case NORMAL -> {
                if (result == TriggerResult.BREAKS) {
                    step.state = step.state.pending(sample);
                }
            }
            case PENDING -> {
                if (result != TriggerResult.BREAKS) {
                    step.state = step.state.normal();
                }
            }
            case OPEN -> {
                if (result == TriggerResult.CLEARS) {
                    step.add(new AlertTransition.Resolved(state.opened().orElseThrow(), sample));
                    step.state = step.state.normal();
                }
            }
            case HELD -> {
                if (result == TriggerResult.CLEARS) {
                    step.state = step.state.normal();
                }
            }
        }
        // Only PENDING: a silence that starts with this reading cannot end with it.
        if (step.state.phase() == RulePhase.PENDING) {
            step.open(rule, due -> !due.isAfter(sample.at()));
        }
        return step.result();
    }

    /** Returns the step at this time; all earlier readings have been evaluated. */
    public static RuleEvaluator passed(StartedRule started, @Nullable RuleState stored, Instant now) {
        Step step = new Step(current(started.start(), stored));
        step.open(started.rule(), due -> !due.isAfter(now));
        return step.result();
    }

    /**
     * Returns the state before the step. A changed rule starts from the initial state but keeps its open alert, which
     * resolves when the new clear condition holds. So changing a rule neither loses an alert nor opens a second one.
     */
    private static RuleState current(RuleState start, @Nullable RuleState stored) {
        if (stored == null || stored.rule().equals(start.rule())) {
            return stored == null ? start : stored;
        }
        // The value may belong to another field; the clock still shows which readings are new.
        var last = stored.last().map(sample -> Sample.at(sample.at()));
        return stored.phase() == RulePhase.OPEN
                ? new RuleState(start.rule(), RulePhase.OPEN, last, stored.broke(), stored.opened())
                : new RuleState(start.rule(), RulePhase.NORMAL, last, Optional.empty(), Optional.empty());
    }

    /** The mutable state of a step. */
    private static final class Step {

        private RuleState state;
        // Nearly always empty.
        private List<AlertTransition> transitions = List.of();

        Step(RuleState state) {
            this.state = state;
        }

        /** Opens the alert if it is due. */
        void open(AlertRule rule, Predicate<Instant> isDue) {
            Sample by = state.phase() == RulePhase.PENDING
                    ? state.broke().orElse(null)
                    : state.phase() == RulePhase.NORMAL && rule.trigger() instanceof Trigger.Silent
                            ? state.last().orElse(null)
                            : null;
            if (by == null) {
                return;
            }
            Duration wait = rule.trigger() instanceof Trigger.Silent silent ? silent.duration() : rule.lasting();
            Instant due = by.at().plus(wait);
            if (isDue.test(due)) {
                add(new AlertTransition.Opened(due, by));
                state = state.open(by, due);
            }
        }

        void add(AlertTransition transition) {
            transitions = transitions.isEmpty() ? new ArrayList<>() : transitions;
            transitions.add(transition);
        }

        RuleEvaluator result() {
            return new RuleEvaluator(state, transitions);
        }
    }
}
