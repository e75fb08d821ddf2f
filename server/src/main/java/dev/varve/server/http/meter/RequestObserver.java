package dev.varve.server.http.meter;

import java.time.Duration;

/** Called for every answered request. */
public interface RequestObserver {

    /** The route of the files of the dashboard. */
    String PAGES = "pages";

    /** The route of addresses that do not exist. */
    String NOWHERE = "nowhere";

    /** Does nothing. */
    RequestObserver NONE = answered -> {};

    /**
     * An answered request.
     *
     * @param route the path of the route with parts in braces, so that the number of values is bounded
     */
    record Answered(String method, String route, int status, Duration took) {}

    void answered(Answered request);
}
