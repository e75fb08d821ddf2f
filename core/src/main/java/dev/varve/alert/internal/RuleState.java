package dev.varve.alert.internal;

import dev.varve.alert.AlertRule;
import dev.varve.alert.Sample;
import java.time.Instant;
import java.util.Optional;

/**
 * What one rule remembers of one device: all it needs to go on after a restart.
 *
 * @param rule the fingerprint of the rule it belongs to
 * @param last the newest reading that was looked at
 * @param broke the reading that began what is pending or open; for silence the last one before it
 * @param opened the clock the open alert was opened with
 */
public record RuleState(
        String rule, RulePhase phase, Optional<Sample> last, Optional<Sample> broke, Optional<Instant> opened) {

    static RuleState start(AlertRule rule) {
        return new RuleState(fingerprint(rule), RulePhase.NORMAL, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Returns whether a reading at this clock is news. */
    boolean isBefore(Instant clock) {
        return last.isEmpty() || last.get().at().isBefore(clock);
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

    /** Returns the state after somebody resolved the alert. */
    public RuleState held() {
        return new RuleState(rule, RulePhase.HELD, last, Optional.empty(), Optional.empty());
    }

    /** Returns the text that a stored state depends on: a rule with another text is another rule. */
    public static String fingerprint(AlertRule rule) {
        return rule.trigger() + (rule.lasting().isZero() ? "" : ", lasting " + rule.lasting());
    }
}
