package dev.varve.server.api.alert;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The alerts that a rule would have opened.
 *
 * @param episodes The alerts, in order of time.
 */
public record BacktestResult(List<Episode> episodes) {

    /**
     * An alert that a rule would have opened.
     *
     * @param alertId The id it would have had.
     * @param openedAt The time at which it would have been opened.
     * @param readingAt The time of the reading that broke the rule; for silence, of the last reading.
     * @param value The value that broke the rule; null for a rule on silence.
     * @param resolvedAt The time at which it would have been resolved; null where the range ended first.
     * @param series The id of the series that broke the rule; absent if that is the id of the device.
     */
    public record Episode(
            String alertId,
            Instant openedAt,
            Instant readingAt,
            @Nullable Double value,
            @Nullable Instant resolvedAt,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String series) {}

    public BacktestResult {
        episodes = List.copyOf(episodes);
    }
}
