package dev.varve.server.api.fleet;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a chart of one series.
 *
 * @param series The id of the series.
 * @param measurement The measurement; null for the plain series of the device.
 * @param tags The tags by name, without the one that names the device.
 * @param tier The source of the points: {@code raw} for readings, otherwise the tier of the rollup rows.
 * @param thinned Whether readings were left out. The lines keep their shape.
 * @param fields A line for each field.
 */
public record SeriesLines(
        String series,
        @Nullable String measurement,
        Map<String, String> tags,
        DeviceSeries.Tier tier,
        boolean thinned,
        Map<String, DeviceSeries.Line> fields) {}
