package dev.varve.alert;

import dev.varve.error.Rejected;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A named condition on the readings of a series that opens and resolves alerts of a severity.
 *
 * <pre>{@code
 * AlertRule.named("too-hot").above("temperature", 30).clearAt(28)
 *     .lasting(Duration.ofMinutes(5)).severity(Severity.CRITICAL)
 *     .build();
 * }</pre>
 *
 * <p>A value holds until the next reading. So a rule with {@code lasting} opens its alert after one reading that breaks it,
 * if no other reading comes for that long.
 *
 * @param name unique among the rules of a series; stored with alerts and states
 * @param lasting how long the trigger must hold before an alert opens; zero to open at once
 */
public record AlertRule(String name, Trigger trigger, Duration lasting, Severity severity, String message) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,63}");

    /** A message is stored in an item and sent in notices, so it is kept short. */
    private static final int MAX_MESSAGE = 1_000;

    /** Keeps the sum of a clock and a duration within the range of an instant. */
    static final Duration MAX_DURATION = Duration.ofDays(3_650);

    public AlertRule {
        if (!NAME.matcher(name).matches()) {
            throw new Rejected(
                    "alert.rule-name",
                    "\"%s\" cannot name a rule: use 1 to 64 letters, digits, '_', '-' and '.', a letter first"
                            .formatted(name));
        }
        if (trigger instanceof Trigger.Silent silent) {
            positive(name, "silence", silent.duration());
        } else if (trigger instanceof Trigger.Changing changing) {
            positive(name, "the time of a change", changing.per());
        }
        if (lasting == null || lasting.isNegative() || lasting.compareTo(MAX_DURATION) > 0) {
            throw new Rejected(
                    "alert.rule-duration",
                    "lasting of rule %s is %s; it must be from zero to %s. Leave it out to open at once"
                            .formatted(name, lasting, MAX_DURATION));
        }
        if (!lasting.isZero() && trigger instanceof Trigger.Silent silent) {
            throw new Rejected(
                    "alert.rule-lasting-silent",
                    "rule %s has silentFor %s and lasting %s; a silence has one duration: declare silentFor(%s)"
                            .formatted(
                                    name,
                                    silent.duration(),
                                    lasting,
                                    silent.duration().plus(lasting)));
        }
        if (message.isBlank() || message.length() > MAX_MESSAGE) {
            throw new Rejected(
                    "alert.rule-message",
                    "the message of rule %s has %s characters; it must have 1 to %s"
                            .formatted(name, message.strip().length(), MAX_MESSAGE));
        }
    }

    /** Returns the duration of a rule; refuses null, and a duration that is not above zero or is too long. */
    static Duration positive(String rule, String what, @Nullable Duration duration) {
        if (duration == null || duration.isZero() || duration.isNegative() || duration.compareTo(MAX_DURATION) > 0) {
            throw new Rejected(
                    "alert.rule-duration",
                    "rule %s: %s is %s; it must be longer than zero and at most %s"
                            .formatted(rule, what, duration, MAX_DURATION));
        }
        return duration;
    }

    /** Starts the declaration of a rule. */
    public static AlertRuleBuilder named(String name) {
        return new AlertRuleBuilder(name);
    }
}
