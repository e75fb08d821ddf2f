package dev.varve.server.fleet.alert;

import dev.varve.alert.AlertRule;
import dev.varve.alert.AlertRuleBuilder;
import dev.varve.alert.Detector;
import dev.varve.alert.Severity;
import dev.varve.error.Rejected;
import dev.varve.server.api.EnumWord;
import dev.varve.server.api.alert.RuleBody;
import dev.varve.server.api.alert.RuleJson;
import dev.varve.server.api.alert.RuleKind;
import dev.varve.server.line.LineReader;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A rule as the API takes it and as it is stored.
 *
 * @param kind {@code above}, {@code below}, {@code outside}, {@code changing}, {@code silent}, which open alerts, or
 *     {@code unusual}, which records anomalies
 * @param limit the threshold, the amount of a change, or the number of standard deviations that is unusual
 * @param per the time of a change
 * @param lasting how long the condition must hold, or how long a device must be silent
 */
public record StoredRule(
        String name,
        String kind,
        Optional<String> field,
        Optional<Double> limit,
        Optional<Double> low,
        Optional<Double> high,
        Optional<Double> clearAt,
        Optional<String> per,
        Optional<String> lasting,
        String severity,
        String message) {

    /** The longest name of a field. */
    private static final int MAX_FIELD = LineReader.MAX_NAME;

    /** The kind of deleted rules; clients cannot use it. */
    private static final String RETIRED = "retired";

    /** Reads a rule, and refuses an invalid one. */
    static StoredRule of(String name, RuleBody body) {
        StoredRule rule = new StoredRule(
                name,
                body.kind() == null ? "" : body.kind(),
                text(body.field()),
                Optional.ofNullable(body.limit()),
                Optional.ofNullable(body.low()),
                Optional.ofNullable(body.high()),
                Optional.ofNullable(body.clearAt()),
                text(body.per()),
                text(body.lasting()),
                body.severity() == null ? "medium" : body.severity(),
                body.message() == null ? name : body.message());
        if (rule.field().orElse("").length() > MAX_FIELD) {
            throw new Rejected("rule.field", "the name of the field has more than %s characters".formatted(MAX_FIELD));
        }
        if (rule.isDetector()) {
            rule.detector();
        } else {
            rule.rule();
        }
        return rule;
    }

    private static Optional<String> text(@Nullable String text) {
        return Optional.ofNullable(text).filter(given -> !given.isEmpty());
    }

    /** Returns whether this version knows the kind and the severity; another version may have stored the rule. */
    boolean isKnown() {
        return Stream.of(RuleKind.values()).anyMatch(known -> EnumWord.of(known).equals(kind))
                && Stream.of(Severity.values())
                        .anyMatch(known -> EnumWord.of(known).equals(severity));
    }

    /** Returns the rule as the API shows it. */
    RuleJson json() {
        return new RuleJson(
                name,
                RuleKind.valueOf(kind.toUpperCase(Locale.ROOT)),
                field.orElse(null),
                limit.orElse(null),
                low.orElse(null),
                high.orElse(null),
                clearAt.orElse(null),
                per.orElse(null),
                lasting.orElse(null),
                severityOf(),
                message);
    }

    /** Returns what is kept of a deleted rule, so that its alerts still name their field. */
    StoredRule retired() {
        return new StoredRule(name, RETIRED, field, limit, low, high, clearAt, per, lasting, severity, message);
    }

    boolean isRetired() {
        return kind.equals(RETIRED);
    }

    /** Returns whether this version of the server understands the rule; another version may have stored it. */
    boolean isComplete() {
        try {
            rule();
            return true;
        } catch (Rejected unknown) {
            return false;
        }
    }

    boolean isDetector() {
        return kind.equals("unusual");
    }

    /** Returns the detector of a rule of kind unusual. */
    Detector detector() {
        return Detector.zScore(needed(field, "field"), needed(limit, "limit")).severity(severityOf());
    }

    /** Returns the alert rule. */
    AlertRule rule() {
        AlertRuleBuilder rule = AlertRule.named(name);
        rule = switch (kind) {
            case "above" -> rule.above(needed(field, "field"), needed(limit, "limit"));
            case "below" -> rule.below(needed(field, "field"), needed(limit, "limit"));
            case "outside" -> rule.outside(needed(field, "field"), needed(low, "low"), needed(high, "high"));
            case "changing" ->
                rule.changing(needed(field, "field"), needed(limit, "limit"), duration(needed(per, "per")));
            case "silent" -> rule.silentFor(duration(needed(lasting.or(() -> per), "for")));
            default ->
                throw new Rejected(
                        "rule.kind",
                        "kind is \"%s\"; it must be above, below, outside, changing, silent or unusual"
                                .formatted(kind));
        };
        if (clearAt.isPresent()) {
            rule = rule.clearAt(clearAt.get());
        }
        if (lasting.isPresent() && !kind.equals("silent")) {
            rule = rule.lasting(duration(lasting.get()));
        }
        return rule.severity(severityOf()).message(message).build();
    }

    Severity severityOf() {
        for (Severity known : Severity.values()) {
            if (known.name().toLowerCase(Locale.ROOT).equals(severity)) {
                return known;
            }
        }
        throw new Rejected(
                "rule.severity", "severity is \"%s\"; it must be low, medium, high or critical".formatted(severity));
    }

    private <T> T needed(Optional<T> value, String what) {
        return value.orElseThrow(
                () -> new Rejected("rule.incomplete", "a rule of kind %s needs %s".formatted(kind, what)));
    }

    private static Duration duration(String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeException e) {
            throw new Rejected("rule.duration", "\"%s\" is not a duration; write PT2M for two minutes".formatted(text));
        }
    }
}
