package dev.varve.server.api.sites;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values of one dimension, the most frequent first; goals by their visitors.
 *
 * @param by The dimension.
 * @param metric The number that {@code count} holds; for goals, the number they are sorted by.
 * @param period The days.
 * @param rows The values.
 * @param approximate Whether the numbers are estimates.
 * @param next The token of the next page; null on the last page.
 */
public record SiteBreakdown(
        String by,
        SiteMetric metric,
        PeriodJson period,
        List<Row> rows,
        boolean approximate,
        @Nullable String next) {

    /**
     * One value of a dimension.
     *
     * @param value The value.
     * @param count How often it was counted.
     * @param share Its share of all, from 0 to 1.
     * @param visitors The number of visitors; null where it is not known.
     * @param conversionRate The share of visitors who met the goal; only for goals.
     * @param revenue The revenue by currency; only for goals.
     */
    public record Row(
            String value,
            long count,
            double share,
            @Nullable Long visitors,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double conversionRate,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Map<String, BigDecimal> revenue) {}

    public SiteBreakdown {
        rows = List.copyOf(rows);
    }
}
