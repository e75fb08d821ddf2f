package dev.varve.analytics.session;

/**
 * The number of removed items, and of those that a final check still found.
 *
 * @param remaining hits, sessions and listed hits that still exist; above zero if new hits of the visitor arrived
 */
public record ErasureReport(Visitor visitor, int pageViews, int events, int sessions, int remaining) {

    public boolean isComplete() {
        return remaining == 0;
    }
}
