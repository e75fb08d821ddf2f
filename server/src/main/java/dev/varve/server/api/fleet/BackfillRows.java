package dev.varve.server.api.fleet;

import java.util.Map;

/**
 * The rows that were written for backfilled readings.
 *
 * @param rows By tier, the number of rows that the server has written since the last such request.
 */
public record BackfillRows(Map<String, Long> rows) {

    public BackfillRows {
        rows = Map.copyOf(rows);
    }
}
