package dev.varve.server.api.alert;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.varve.alert.Severity;
import org.jspecify.annotations.Nullable;

/**
 * A rule.
 *
 * @param name The name.
 * @param kind The condition. {@code unusual} records anomalies; the other kinds open alerts.
 * @param field The field to check; not for {@code silent}.
 * @param limit The limit of {@code above} and {@code below}, the change of {@code changing}, or the number of standard
 *     deviations of {@code unusual}.
 * @param low The lower limit of {@code outside}.
 * @param high The upper limit of {@code outside}.
 * @param clearAt The value at which the alert is resolved; the limit by default.
 * @param per The time of a change, such as {@code PT1H}.
 * @param lasting The time for which the condition must hold, or the length of the silence, such as {@code PT2M}.
 * @param severity The severity of its alerts.
 * @param message The message of its alerts.
 */
public record RuleJson(
        String name,
        RuleKind kind,
        @Nullable String field,
        @Nullable Double limit,
        @Nullable Double low,
        @Nullable Double high,
        @Nullable Double clearAt,
        @Nullable String per,
        @JsonProperty("for") @Nullable String lasting,
        Severity severity,
        String message) {}
