package dev.varve.cli.demo;

import dev.varve.analytics.HitRequest;
import dev.varve.key.Ulid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Writes the hits of one session; time passes between the steps. */
final class SessionScript {

    /** A step takes a few seconds, sometimes minutes, but never so long that the session would end. */
    private static final double MEAN_SECONDS = 22;

    private static final int MOST_SECONDS = 600;

    /** One hit in forty is sent late, like that of a phone without network. */
    private static final double LATE = 0.025;

    private static final int MOST_LATE_SECONDS = 480;

    private final SimSite site;
    private final People.Person person;
    private final Origin origin;
    private final RandomGenerator random;
    private final List<SimHit> hits = new ArrayList<>();
    private Instant now;
    private String path = "/";

    SessionScript(SimSite site, People.Person person, Instant start, RandomGenerator random) {
        this.site = site;
        this.person = person;
        this.now = start;
        this.random = random;
        this.origin = site.origins().draw(random);
    }

    /** Views a page. */
    SessionScript view(String newPath) {
        path = newPath;
        return hit(HitRequest.PAGE_VIEW, Map.of(), 0);
    }

    /** Sends a custom event. */
    SessionScript event(String name, Map<String, String> props) {
        return hit(name, props, 0);
    }

    SessionScript buy(long cents) {
        return hit("Purchase", Map.of("shipping", random.nextInt(3) == 0 ? "express" : "standard"), cents);
    }

    /** Sends how long the last page was viewed. */
    SessionScript leave() {
        Instant before = now;
        goOn();
        return hit(
                SimHit.ENGAGEMENT,
                Map.of("seconds", String.valueOf(now.getEpochSecond() - before.getEpochSecond())),
                0);
    }

    boolean happens(double probability) {
        return random.nextDouble() < probability;
    }

    <T> T oneOf(List<T> things) {
        // The first ones are chosen most often.
        double draw = random.nextDouble();
        return things.get((int) (draw * draw * things.size()));
    }

    private void goOn() {
        double seconds = -MEAN_SECONDS * Math.log(1 - random.nextDouble()) + 2;
        now = now.plusMillis((long) (1000 * Math.min(MOST_SECONDS, seconds)));
    }

    private SessionScript hit(String name, Map<String, String> props, long cents) {
        if (!hits.isEmpty() && !name.equals(SimHit.ENGAGEMENT)) {
            goOn();
        }
        boolean isLate = happens(LATE);
        boolean isEntry = hits.isEmpty();
        hits.add(new SimHit(
                site.id(),
                Ulid.next(now, random),
                now,
                isLate ? now.plusSeconds(30 + random.nextInt(MOST_LATE_SECONDS)) : now,
                name,
                "https://%s%s%s"
                        .formatted(site.host(), path, isEntry && !origin.query().isEmpty() ? "?" + origin.query() : ""),
                person,
                // Later pages are linked from the site itself, which is not a referrer.
                isEntry ? origin : Origin.DIRECT,
                props,
                cents));
        return this;
    }

    List<SimHit> hits() {
        return hits;
    }
}
