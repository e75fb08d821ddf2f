package dev.varve.server.http;

import java.time.Duration;

/** Is told of every request that was answered. */
public interface RequestObserver {

    /** The route of what belongs to the dashboard. */
    String PAGES = "pages";

    /** The route of what is not there. */
    String NOWHERE = "nowhere";

    /** Tells nobody. */
    RequestObserver NOBODY = answered -> {};

    /**
     * A request and how it was answered.
     *
     * @param route the path of its route, parts in braces, so that there are only as many as there are routes
     */
    record Answered(String method, String route, int status, Duration took) {}

    void answered(Answered request);
}
