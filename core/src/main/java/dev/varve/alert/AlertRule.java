package dev.varve.alert;

import dev.varve.error.Rejected;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A named rule on the readings of a series: what opens an alert, what resolves it, and how much it matters.
 *
 * <pre>{@code
 * AlertRule.named("too-hot").above("temperature", 30).clearAt(28)
 *     .lasting(Duration.ofMinutes(5)).severity(Severity.CRITICAL)
 *     .build();
 * }</pre>
 *
 * <p>A value holds until the next reading. So a rule with {@code lasting} that was broken once, and of which nothing else
 * is heard for that long, opens its alert.
 *
 * @param name tells the rule from others of its series; alerts and stored states bear it
 * @param lasting how long the trigger must hold before an alert opens; zero for at once
 */
public record AlertRule(String name, Trigger trigger, Duration lasting, Severity severity, String message) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,63}");

    /** A message is part of an item and of what is sent to people: no room for more is needed. */
    private static final int MAX_MESSAGE = 1_000;

    /** No rule waits for longer; the sums of clocks and durations stay instants. */
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
                    "rule %s lasts %s; it must be from zero to %s. Leave it out to open at once"
                            .formatted(name, lasting, MAX_DURATION));
        }
        if (!lasting.isZero() && trigger instanceof Trigger.Silent silent) {
            throw new Rejected(
                    "alert.rule-lasting-silent",
                    "rule %s is silent for %s and lasting %s, which is one duration said twice: say silentFor(%s)"
                            .formatted(
                                    name,
                                    silent.duration(),
                                    lasting,
                                    silent.duration().plus(lasting)));
        }
        if (message.isBlank() || message.length() > MAX_MESSAGE) {
            throw new Rejected(
                    "alert.rule-message",
                    "the message of rule %s has %s characters; it must say something, in at most %s"
                            .formatted(name, message.strip().length(), MAX_MESSAGE));
        }
    }

    /** Returns the duration of a rule; refuses null and one that is not above zero or is too long. */
    static Duration positive(String rule, String what, @Nullable Duration duration) {
        if (duration == null || duration.isZero() || duration.isNegative() || duration.compareTo(MAX_DURATION) > 0) {
            throw new Rejected(
                    "alert.rule-duration",
                    "rule %s: %s is %s; it must be longer than nothing, and at most %s"
                            .formatted(rule, what, duration, MAX_DURATION));
        }
        return duration;
    }

    /** Begins a rule. */
    public static AlertRuleBuilder named(String name) {
        return new AlertRuleBuilder(name);
    }
}
