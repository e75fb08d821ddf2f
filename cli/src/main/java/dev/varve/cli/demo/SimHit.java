package dev.varve.cli.demo;

import dev.varve.analytics.HitRequest;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;

/**
 * A simulated hit.
 *
 * @param id a ULID with its clock, always the same for this hit
 * @param arrivesAt when it is sent: mostly at once, sometimes minutes later
 * @param cents the revenue of an event, or 0
 */
record SimHit(
        String siteId,
        String id,
        Instant at,
        Instant arrivesAt,
        String name,
        String url,
        People.Person person,
        Origin origin,
        Map<String, String> props,
        long cents) {

    /** The event with which the script sends how long a page was viewed. */
    static final String ENGAGEMENT = "engagement";

    private static final String CURRENCY = "EUR";

    /** Returns it as a browser sends it. */
    HitRequest request() {
        HitRequest.Builder request = HitRequest.event(name, url)
                .site(siteId)
                .id(id)
                .sender(person.ip(), person.agent())
                .referrer(origin.referrer())
                .props(props);
        if (cents > 0) {
            request.revenue(BigDecimal.valueOf(cents, 2), CURRENCY);
        }
        if (name.equals(ENGAGEMENT)) {
            request.notInteractive();
        }
        return request.build();
    }
}
