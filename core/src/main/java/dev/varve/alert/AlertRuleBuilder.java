package dev.varve.alert;

import dev.varve.error.Rejected;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The declaration of an {@link AlertRule}: one condition, and what else is to be said; {@link #build} checks all of it. */
public final class AlertRuleBuilder {

    private final String name;
    private @Nullable Trigger trigger;
    private Duration lasting = Duration.ZERO;
    private Severity severity = Severity.MEDIUM;
    private @Nullable String message;

    AlertRuleBuilder(String name) {
        this.name = name;
    }

    /** Is broken while the field is above the limit. */
    public AlertRuleBuilder above(String field, double limit) {
        return on(new Trigger.Above(field, finite(limit), limit));
    }

    /** Is broken while the field is below the limit. */
    public AlertRuleBuilder below(String field, double limit) {
        return on(new Trigger.Below(field, finite(limit), limit));
    }

    /** Is broken while the field is outside a range, whose bounds belong to it. */
    public AlertRuleBuilder outside(String field, double low, double high) {
        ordered("outside", low, high);
        return on(new Trigger.Outside(field, low, high, low, high));
    }

    /** Is broken while the field rises or falls, from one reading to the next, by more than the amount in the time. */
    public AlertRuleBuilder changing(String field, double amount, Duration per) {
        if (finite(amount) < 0) {
            throw new Rejected(
                    "alert.rule-amount",
                    "rule %s: a change is never below %s; give an amount of 0 or more".formatted(name, amount));
        }
        return on(new Trigger.Changing(field, amount, AlertRule.positive(name, "the time of a change", per), amount));
    }

    /** Is broken when no reading comes for so long. */
    public AlertRuleBuilder silentFor(Duration duration) {
        return on(new Trigger.Silent(AlertRule.positive(name, "silence", duration)));
    }

    /**
     * Resolves the alert only at this value or beyond it, seen from the limit: a reading between the two neither opens
     * nor resolves. Without it the limit is both.
     */
    public AlertRuleBuilder clearAt(double clear) {
        finite(clear);
        if (trigger instanceof Trigger.Above above && clear <= above.limit()) {
            trigger = new Trigger.Above(above.name(), above.limit(), clear);
        } else if (trigger instanceof Trigger.Below below && clear >= below.limit()) {
            trigger = new Trigger.Below(below.name(), below.limit(), clear);
        } else if (trigger instanceof Trigger.Changing changing && clear >= 0 && clear <= changing.amount()) {
            trigger = new Trigger.Changing(changing.name(), changing.amount(), changing.per(), clear);
        } else {
            throw clearMisfit("clearAt(%s)".formatted(clear));
        }
        return this;
    }

    /** Resolves the alert of a range only inside this one, whose bounds belong to it. */
    public AlertRuleBuilder clearInside(double low, double high) {
        ordered("clearInside", low, high);
        if (trigger instanceof Trigger.Outside outside && low >= outside.low() && high <= outside.high()) {
            trigger = new Trigger.Outside(outside.name(), outside.low(), outside.high(), low, high);
            return this;
        }
        throw clearMisfit("clearInside(%s, %s)".formatted(low, high));
    }

    /** Opens an alert only when the rule was broken for so long without a pause. */
    public AlertRuleBuilder lasting(Duration duration) {
        lasting = duration;
        return this;
    }

    /** Sets how much it matters; medium unless said otherwise. */
    public AlertRuleBuilder severity(Severity newSeverity) {
        severity = newSeverity;
        return this;
    }

    /** Sets what people are told; the condition unless said otherwise. */
    public AlertRuleBuilder message(String text) {
        message = text;
        return this;
    }

    /** Returns the rule, or refuses it with a message that says what to change. */
    public AlertRule build() {
        if (trigger == null) {
            throw new Rejected(
                    "alert.rule-no-condition",
                    "rule %s has no condition: say above, below, outside, changing or silentFor".formatted(name));
        }
        return new AlertRule(name, trigger, lasting, severity, message == null ? trigger.toString() : message);
    }

    private AlertRuleBuilder on(Trigger newTrigger) {
        if (trigger != null) {
            throw new Rejected(
                    "alert.rule-two-conditions",
                    "rule %s is on \"%s\" and on \"%s\": make two rules of it".formatted(name, trigger, newTrigger));
        }
        trigger = newTrigger;
        return this;
    }

    private double finite(double number) {
        if (!Double.isFinite(number)) {
            throw new Rejected(
                    "alert.rule-number", "rule %s has the limit %s; give a finite number".formatted(name, number));
        }
        return number;
    }

    private void ordered(String what, double low, double high) {
        if (finite(low) > finite(high)) {
            throw new Rejected(
                    "alert.rule-range",
                    "rule %s: %s(%s, %s) has its bounds the wrong way round".formatted(name, what, low, high));
        }
    }

    private Rejected clearMisfit(String said) {
        return new Rejected(
                "alert.rule-clear",
                "rule %s: %s does not fit its condition, \"%s\". Say the condition first; an alert clears on the good side of"
                                .formatted(name, said, trigger == null ? "none yet" : trigger)
                        + " its limit, with clearAt for one limit and clearInside for a range");
    }
}
