package dev.varve.server.api.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a chart of one device.
 *
 * @param deviceId The id of the device.
 * @param from The start of the range, included.
 * @param to The end of the range, not included.
 * @param tier The source of the points: {@code raw} for readings, otherwise the tier of the rollup rows; of several series,
 *     the coarsest.
 * @param thinned Whether readings were left out. The lines keep their shape.
 * @param fields A line for each field; empty if there are several series.
 * @param series The lines of each series; absent if there is one series.
 */
public record DeviceSeries(
        String deviceId,
        Instant from,
        Instant to,
        Tier tier,
        boolean thinned,
        Map<String, Line> fields,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<SeriesLines> series) {

    /** The source of the points of a chart. */
    public enum Tier {
        RAW,
        MINUTE,
        HOUR,
        DAY,
        MONTH
    }

    /**
     * A line as parallel lists.
     *
     * @param t Epoch milliseconds.
     * @param avg The value of a reading, or the average of a row.
     * @param min The minimum of each row; absent for readings.
     * @param max The maximum of each row; absent for readings.
     * @param count The number of readings of each row; absent for readings.
     */
    public record Line(
            List<Long> t,
            List<@Nullable Double> avg,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<@Nullable Double> min,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<@Nullable Double> max,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<Long> count) {}
}
