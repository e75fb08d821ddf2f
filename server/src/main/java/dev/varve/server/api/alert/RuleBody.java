package dev.varve.server.api.alert;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.varve.alert.Severity;
import dev.varve.server.api.Malformed;
import dev.varve.server.api.OneOf;
import org.jspecify.annotations.Nullable;

/**
 * A rule to create or to replace.
 *
 * @param name The name; used by a backtest only, because the address names the rule otherwise.
 * @param kind The condition. {@code unusual} records anomalies; the other kinds open alerts.
 * @param field The field to check; not for {@code silent}.
 * @param limit The limit of {@code above} and {@code below}, the change of {@code changing}, or the number of standard
 *     deviations of {@code unusual}.
 * @param low The lower limit of {@code outside}.
 * @param high The upper limit of {@code outside}.
 * @param clearAt The value at which the alert is resolved; the limit by default.
 * @param per The time of a change, such as {@code PT1H}.
 * @param lasting The time for which the condition must hold, or the length of the silence, such as {@code PT2M}.
 * @param severity The severity of its alerts; {@code medium} by default.
 * @param message The message of its alerts; the name by default.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RuleBody(
        @Nullable String name,
        @OneOf(RuleKind.class) @Nullable String kind,
        @Nullable String field,

        @Malformed(code = "rule.number", message = "limit must be a number") @Nullable
        Double limit,

        @Malformed(code = "rule.number", message = "low must be a number") @Nullable
        Double low,

        @Malformed(code = "rule.number", message = "high must be a number") @Nullable
        Double high,

        @Malformed(code = "rule.number", message = "clearAt must be a number") @Nullable
        Double clearAt,

        @Nullable String per,
        @JsonProperty("for") @Nullable String lasting,
        @OneOf(Severity.class) @Nullable String severity,
        @Nullable String message) {}
