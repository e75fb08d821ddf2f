package dev.varve.server.api.ops;

import java.util.List;

/**
 * Whether the server is ready.
 *
 * @param ready Whether the table answers, takes writes and its changes are processed.
 * @param reasons Why the server is not ready; empty where it is.
 */
public record Ready(boolean ready, List<String> reasons) {

    public Ready {
        reasons = List.copyOf(reasons);
    }
}
