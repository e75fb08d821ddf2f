package dev.varve.alert.internal;

import dev.varve.alert.AlertRule;
import dev.varve.alert.Sample;
import java.time.Instant;
import java.util.Optional;

/**
 * The stored state of one rule for one device.
 *
 * @param rule the fingerprint of the rule
 * @param last the newest evaluated reading
 * @param broke the reading that broke the rule; for silence, the last reading before it
 * @param opened the clock at which the open alert opened
 */
public record RuleState(
        String rule, RulePhase phase, Optional<Sample> last, Optional<Sample> broke, Optional<Instant> opened) {

    static RuleState start(AlertRule rule) {
        return new RuleState(fingerprint(rule), RulePhase.NORMAL, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Returns whether a reading at this clock is newer than the newest evaluated one. */
    boolean isBefore(Instant clock) {
        return last.isEmpty() || last.get().at().isBefore(clock);
    }

    boolean isNormal() {
        return phase == RulePhase.NORMAL;
    }

    /** Returns whether this state differs from another one of the same rule at most by its newest reading. */
    boolean hasPhaseOf(RuleState other) {
        return rule.equals(other.rule)
                && phase == other.phase
                && broke.equals(other.broke)
                && opened.equals(other.opened);
    }

    RuleState saw(Sample sample) {
        return new RuleState(rule, phase, Optional.of(sample), broke, opened);
    }

    RuleState normal() {
        return new RuleState(rule, RulePhase.NORMAL, last, Optional.empty(), Optional.empty());
    }

    RuleState pending(Sample by) {
        return new RuleState(rule, RulePhase.PENDING, last, Optional.of(by), Optional.empty());
    }

    RuleState open(Sample by, Instant at) {
        return new RuleState(rule, RulePhase.OPEN, last, Optional.of(by), Optional.of(at));
    }

    /** Returns the state after a person resolved the alert. */
    public RuleState held() {
        return new RuleState(rule, RulePhase.HELD, last, Optional.empty(), Optional.empty());
    }

    /** Returns the text that identifies the condition of a rule. A state with another fingerprint starts again. */
    public static String fingerprint(AlertRule rule) {
        return rule.trigger() + (rule.lasting().isZero() ? "" : ", lasting " + rule.lasting());
    }
}
