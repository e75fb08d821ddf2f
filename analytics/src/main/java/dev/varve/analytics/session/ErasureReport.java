package dev.varve.analytics.session;

/**
 * What an erasure removed, and what a second look still found.
 *
 * @param remaining hits, sessions and listed hits that are still there; more than none where the visitor goes on visiting
 */
public record ErasureReport(Visitor visitor, int pageViews, int events, int sessions, int remaining) {

    public boolean isComplete() {
        return remaining == 0;
    }
}
