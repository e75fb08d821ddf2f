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
 * One step of a rule: the state after a reading or after time has passed, and what happens to alerts; pure.
 *
 * <p>Readings that are not newer than the newest one change nothing, so whatever is delivered again or late does no harm.
 * Time is part of every step: what became due before a reading happens before it, whether or not anybody looked at the
 * clock in between. The outcome therefore does not depend on when {@link #passed} is called.
 */
public record RuleEvaluator(RuleState state, List<AlertTransition> transitions) {

    public RuleEvaluator {
        transitions = List.copyOf(transitions);
    }

    /** Returns the step a reading makes; a reading at the very moment something becomes due comes first. */
    public static RuleEvaluator read(AlertRule rule, @Nullable RuleState stored, Sample sample) {
        RuleState before = current(rule, stored);
        if (!before.isBefore(sample.at())) {
            return new RuleEvaluator(stored == null ? before : stored, List.of());
        }
        Course course = new Course(before);
        course.open(rule, due -> due.isBefore(sample.at()));
        RuleState state = course.state;
        TriggerResult verdict = rule.trigger().judge(state.last(), sample);
        course.state = state.saw(sample);
        switch (state.phase()) {
            case NORMAL -> {
                if (verdict == TriggerResult.BREAKS) {
                    course.state = course.state.pending(sample);
                }
            }
            case PENDING -> {
                if (verdict != TriggerResult.BREAKS) {
                    course.state = course.state.normal();
                }
            }
            case OPEN -> {
                if (verdict == TriggerResult.CLEARS) {
                    course.transitions.add(
                            new AlertTransition.Resolved(state.opened().orElseThrow(), sample));
                    course.state = course.state.normal();
                }
            }
            case HELD -> {
                if (verdict == TriggerResult.CLEARS) {
                    course.state = course.state.normal();
                }
            }
        }
        // Silence begins with a reading; it cannot be over with the same one.
        if (course.state.phase() == RulePhase.PENDING) {
            course.open(rule, due -> !due.isAfter(sample.at()));
        }
        return course.step();
    }

    /** Returns the step time makes by itself; all readings up to then have been read. */
    public static RuleEvaluator passed(AlertRule rule, @Nullable RuleState stored, Instant now) {
        Course course = new Course(current(rule, stored));
        course.open(rule, due -> !due.isAfter(now));
        return course.step();
    }

    /**
     * Returns the state to go on from. A rule that was changed starts anew, but its open alert is carried on, and
     * resolved when the new clear condition holds: changing a rule neither loses an alert nor opens a second one.
     */
    private static RuleState current(AlertRule rule, @Nullable RuleState stored) {
        RuleState start = RuleState.start(rule);
        if (stored == null || stored.rule().equals(start.rule())) {
            return stored == null ? start : stored;
        }
        // The value may be of another field; its clock still tells what is news.
        var last = stored.last().map(sample -> Sample.at(sample.at()));
        return stored.phase() == RulePhase.OPEN
                ? new RuleState(start.rule(), RulePhase.OPEN, last, stored.broke(), stored.opened())
                : new RuleState(start.rule(), RulePhase.NORMAL, last, Optional.empty(), Optional.empty());
    }

    /** A step in the making. */
    private static final class Course {

        private RuleState state;
        private final List<AlertTransition> transitions = new ArrayList<>();

        Course(RuleState state) {
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
                transitions.add(new AlertTransition.Opened(due, by));
                state = state.open(by, due);
            }
        }

        RuleEvaluator step() {
            return new RuleEvaluator(state, transitions);
        }
    }
}
