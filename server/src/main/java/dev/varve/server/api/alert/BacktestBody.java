package dev.varve.server.api.alert;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.varve.server.api.ScalarText;
import org.jspecify.annotations.Nullable;

/**
 * A rule to try on the readings of a device, in each of its series.
 *
 * @param rule The rule; not of kind {@code unusual}.
 * @param device The id of the device.
 * @param from The start of the range; 7 days ago by default.
 * @param to The end of the range, not included; now by default.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BacktestBody(
        @Nullable RuleBody rule,
        @Nullable String device,
        @JsonDeserialize(using = ScalarText.class) @Nullable String from,
        @JsonDeserialize(using = ScalarText.class) @Nullable String to) {}
