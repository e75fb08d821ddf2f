package dev.varve.server.api.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a rollup, in order of time; rows of several series that start together are in the order of their ids.
 *
 * @param tier The tier of the rows.
 * @param rows The rows.
 */
public record RollupRows(Tier tier, List<Row> rows) {

    /** The length of the time that one row sums up. */
    public enum Tier {
        HOUR,
        DAY,
        MONTH
    }

    /**
     * One row of a rollup.
     *
     * @param start The start of its time, included.
     * @param end The end of its time, not included.
     * @param stored Whether the row is in the table; otherwise {@code fill} made it.
     * @param count The number of readings.
     * @param fields The statistics of each field.
     * @param series The id of the series; absent if that is the id of the device, and for rows of a location or the fleet.
     */
    public record Row(
            Instant start,
            Instant end,
            boolean stored,
            long count,
            Map<String, FieldStatistics> fields,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String series) {}

    /**
     * The statistics of one field. A statistic that no number of DynamoDB can hold is absent.
     *
     * @param avg The average.
     * @param min The minimum.
     * @param max The maximum.
     * @param sum The sum.
     * @param count The number of values.
     */
    public record FieldStatistics(
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double avg,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double min,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double max,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double sum,

            long count) {}

    public RollupRows {
        rows = List.copyOf(rows);
    }
}
