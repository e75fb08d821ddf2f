package dev.varve.alert;

import dev.varve.error.Rejected;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Declares an {@link AlertRule} with exactly one condition; {@link #build} checks the declaration. */
public final class AlertRuleBuilder {

    private final String name;
    private @Nullable Trigger trigger;
    private Duration lasting = Duration.ZERO;
    private Severity severity = Severity.MEDIUM;
    private @Nullable String message;

    AlertRuleBuilder(String name) {
        this.name = name;
    }

    /** The rule is broken while the field is above the limit. */
    public AlertRuleBuilder above(String field, double limit) {
        return on(new Trigger.Above(field, finite(limit), limit));
    }

    /** The rule is broken while the field is below the limit. */
    public AlertRuleBuilder below(String field, double limit) {
        return on(new Trigger.Below(field, finite(limit), limit));
    }

    /** The rule is broken while the field is outside a range; the bounds are inside. */
    public AlertRuleBuilder outside(String field, double low, double high) {
        ordered("outside", low, high);
        return on(new Trigger.Outside(field, low, high, low, high));
    }

    /** The rule is broken while the field rises or falls between two readings by more than the amount in this time. */
    public AlertRuleBuilder changing(String field, double amount, Duration per) {
        if (finite(amount) < 0) {
            throw new Rejected(
                    "alert.rule-amount",
                    "rule %s: the amount of a change is %s; it must be 0 or more".formatted(name, amount));
        }
        return on(new Trigger.Changing(field, amount, AlertRule.positive(name, "the time of a change", per), amount));
    }

    /** The rule is broken when no reading comes for this long. */
    public AlertRuleBuilder silentFor(Duration duration) {
        return on(new Trigger.Silent(AlertRule.positive(name, "silence", duration)));
    }

    /**
     * Resolves the alert only once the field reaches this value. A reading between it and the limit neither opens nor
     * resolves. By default the limit is also the clear value.
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

    /** Resolves the alert of an outside rule only inside this range, bounds included. */
    public AlertRuleBuilder clearInside(double low, double high) {
        ordered("clearInside", low, high);
        if (trigger instanceof Trigger.Outside outside && low >= outside.low() && high <= outside.high()) {
            trigger = new Trigger.Outside(outside.name(), outside.low(), outside.high(), low, high);
            return this;
        }
        throw clearMisfit("clearInside(%s, %s)".formatted(low, high));
    }

    /** Opens an alert only after the rule was broken for this long without interruption. */
    public AlertRuleBuilder lasting(Duration duration) {
        lasting = duration;
        return this;
    }

    /** Sets the severity of the alerts; the default is medium. */
    public AlertRuleBuilder severity(Severity newSeverity) {
        severity = newSeverity;
        return this;
    }

    /** Sets the text of the alerts; the default is the condition. */
    public AlertRuleBuilder message(String text) {
        message = text;
        return this;
    }

    /** Returns the rule; refuses an invalid declaration. */
    public AlertRule build() {
        if (trigger == null) {
            throw new Rejected(
                    "alert.rule-no-condition",
                    "rule %s has no condition: declare above, below, outside, changing or silentFor".formatted(name));
        }
        return new AlertRule(name, trigger, lasting, severity, message == null ? trigger.toString() : message);
    }

    private AlertRuleBuilder on(Trigger newTrigger) {
        if (trigger != null) {
            throw new Rejected(
                    "alert.rule-two-conditions",
                    "rule %s has two conditions, \"%s\" and \"%s\": declare two rules"
                            .formatted(name, trigger, newTrigger));
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
                    "rule %s: %s(%s, %s) has its lower bound above its upper bound; swap them"
                            .formatted(name, what, low, high));
        }
    }

    private Rejected clearMisfit(String said) {
        return new Rejected(
                "alert.rule-clear",
                "rule %s: %s does not fit its condition, \"%s\". Declare the condition first; the clear value lies inside"
                                .formatted(name, said, trigger == null ? "none yet" : trigger)
                        + " its limit: use clearAt for one limit and clearInside for a range");
    }
}
