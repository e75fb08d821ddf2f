package dev.varve.analytics.session.internal;

import dev.varve.Varve;
import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.HitKey;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.hit.Traits;
import dev.varve.analytics.session.Realtime;
import dev.varve.analytics.session.Session;
import dev.varve.analytics.session.Visitor;
import dev.varve.key.Ulid;
import dev.varve.schema.Schema;
import dev.varve.series.Series;
import dev.varve.testkit.random.Draw;
import java.time.Instant;
import java.util.Map;

/** Hits for tests, and the series that store them. */
final class TestHits {

    static final Series<PageView> PAGE_VIEWS = SessionStore.pageViewSeries().build();

    static final Series<CustomEvent> EVENTS = SessionStore.eventSeries().build();

    static final Series<Session> SESSIONS = SessionStore.sessionSeries().build();

    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    private TestHits() {}

    static Schema schema(String table) {
        return Schema.of(table, PAGE_VIEWS, EVENTS, SESSIONS, SessionStore.LOGS, Realtime.MINUTES);
    }

    static SessionStore store(Varve db) {
        return new SessionStore(
                db, db.series(PAGE_VIEWS), db.series(EVENTS), db.series(SESSIONS), db.entities(SessionStore.LOGS));
    }

    /** Returns an id with this number in its random part. */
    static String id(Instant at, int number) {
        String text = Integer.toString(number, 10);
        return Ulid.clockText(at) + "0".repeat(16 - text.length()) + text;
    }

    static String id(Instant at, Draw draw) {
        StringBuilder random = new StringBuilder();
        for (int i = 0; i < 16; i++) {
            random.append(DIGITS.charAt(draw.below(32)));
        }
        return Ulid.clockText(at) + random;
    }

    static Traits cameFrom(String source) {
        return new Traits(
                source, source + ".example/page", "Referral", null, null, null, null, null, "CH", "Mobile", null, null);
    }

    static PageView view(Visitor visitor, Instant at, String path) {
        return view(visitor, at, id(at, 0), path, Traits.UNKNOWN);
    }

    static PageView view(Visitor visitor, Instant at, String id, String path, Traits traits) {
        return PageView.of(new HitKey(visitor.siteId(), at, id, visitor.visitorId()), "example.org", path, traits);
    }

    static CustomEvent event(Visitor visitor, Instant at, boolean interactive) {
        return event(visitor, at, id(at, 1), interactive, Traits.UNKNOWN);
    }

    /** Returns an engagement event as Plausible's script sends it: it is not marked as not interactive. */
    static CustomEvent engagement(Visitor visitor, Instant at, String id) {
        return named(CustomEvent.ENGAGEMENT, visitor, at, id, true, Traits.UNKNOWN);
    }

    static CustomEvent event(Visitor visitor, Instant at, String id, boolean interactive, Traits traits) {
        return named("click", visitor, at, id, interactive, traits);
    }

    private static CustomEvent named(
            String name, Visitor visitor, Instant at, String id, boolean interactive, Traits traits) {
        return new CustomEvent(
                visitor.siteId(),
                at,
                id,
                visitor.visitorId(),
                "example.org",
                "/where",
                name,
                Map.of(),
                null,
                null,
                interactive,
                traits);
    }

    /** Returns a random hit within a few hours, often close to other hits and to the limits of sessions. */
    static Hit draw(Draw draw, Visitor visitor, Instant from) {
        long minutes = draw.oneOf(0L, 0L, 30L, 60L, 90L, 29L, 31L, 240L) + draw.below(draw.oneOf(1, 3, 200));
        Instant at = from.plusSeconds(minutes * 60)
                .plusMillis(draw.oneOf(0L, 0L, 1L, 999L, 1_000L, (long) draw.below(60_000)));
        // Few ids, so that hits collide, but no id belongs to two visitors.
        int number = Math.floorMod(visitor.visitorId().hashCode(), 1_000) * 10 + draw.below(3);
        String id = draw.chance(50) ? id(at, number) : id(at, draw);
        Traits traits = draw.chance(40) ? Traits.UNKNOWN : cameFrom("s" + draw.below(4));
        return draw.chance(65)
                ? view(visitor, at, id, "/p" + draw.below(5), traits)
                : event(visitor, at, id, draw.chance(40), traits);
    }
}
