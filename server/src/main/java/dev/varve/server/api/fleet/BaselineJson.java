package dev.varve.server.api.fleet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The baseline of one field: the range of values to expect at each hour, from the same hours of past weeks. All lists are
 * empty while the history is shorter than two weeks.
 *
 * @param field The name of the field.
 * @param t The beginning of each hour in epoch milliseconds.
 * @param mean The mean of the same hour in past weeks; null for an hour without history.
 * @param low The lower end of the expected range.
 * @param high The upper end of the expected range.
 */
public record BaselineJson(
        String field,
        List<Long> t,
        List<@Nullable Double> mean,
        List<@Nullable Double> low,
        List<@Nullable Double> high) {}
