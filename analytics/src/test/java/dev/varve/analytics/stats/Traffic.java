package dev.varve.analytics.stats;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.HitKey;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.hit.Traits;
import dev.varve.analytics.stats.internal.MergedHits;
import dev.varve.testkit.random.Draw;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Random traffic of a site: visitors return, view pages, stay over midnight, and pause for exactly the longest gap that
 * a session allows.
 */
final class Traffic {

    static final List<String> PAGES =
            List.of("/", "/pricing", "/blog", "/blog/a", "/blog/b/c", "/docs/start", "/signup", "/thanks", "/ä#%");
    static final List<String> EVENTS = List.of("Signup", "Download", "Purchase", "Scroll");
    static final List<String> PLANS = List.of("free", "pro", "team");

    private static final List<String> COUNTRIES = List.of("DE", "IN", "CA", "", "FR");
    private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    private final Draw draw;
    private final String siteId;

    Traffic(Draw draw, String siteId) {
        this.draw = draw;
        this.siteId = siteId;
    }

    /** Draws sessions that begin in {@code [from, from + length)}; returns their hits in order. */
    List<Hit> hits(Instant from, Duration length, int sessions) {
        List<Hit> hits = new ArrayList<>();
        for (int i = 0; i < sessions; i++) {
            int person = draw.below(Math.max(2, sessions / 2));
            Instant start = from.plusMillis((long) (draw.nextDouble() * length.toMillis()));
            // Often a whole minute, to get hits at the same instant and gaps of exactly half an hour.
            start = draw.chance(50) ? start.minusMillis(start.toEpochMilli() % 60_000) : start;
            session(person, start, hits);
        }
        hits.sort(MergedHits.ORDER);
        return hits;
    }

    private void session(int person, Instant start, List<Hit> hits) {
        // Visitor ids change at midnight UTC, but a session keeps its id.
        String visitorId = "v" + person + "@" + start.atZone(ZoneOffset.UTC).toLocalDate();
        Traits traits = traits(person);
        Instant at = start;
        int steps = draw.chance(35) ? 1 : draw.between(2, 9);
        for (int i = 0; i < steps; i++) {
            hits.add(hit(new HitKey(siteId, at, ulid(at), visitorId), traits));
            at = at.plus(pause());
        }
    }

    private Duration pause() {
        return draw.oneOf(
                Duration.ZERO,
                Duration.ofMillis(draw.between(1, 3_000)),
                Duration.ofSeconds(draw.between(5, 900)),
                Duration.ofMinutes(30),
                Duration.ofMinutes(30).plusMillis(1));
    }

    Hit hit(HitKey key, Traits traits) {
        String hostname = draw.oneOf("example.com", "shop.example.com");
        String page = draw.oneOf(PAGES);
        if (draw.chance(70)) {
            return PageView.of(key, hostname, page, traits);
        }
        String name = draw.oneOf(EVENTS);
        Map<String, String> props =
                draw.chance(60) ? Map.of("plan", draw.oneOf(PLANS), "n", "" + draw.below(3)) : Map.of();
        BigDecimal revenue = name.equals("Purchase") ? BigDecimal.valueOf(draw.below(10_000), 2) : null;
        String currency = revenue == null || draw.chance(10) ? null : draw.oneOf("EUR", "USD");
        return new CustomEvent(
                key.siteId(),
                key.at(),
                key.id(),
                key.visitorId(),
                hostname,
                page,
                name,
                props,
                revenue,
                currency,
                !name.equals("Scroll"),
                traits);
    }

    private Traits traits(int person) {
        boolean paid = draw.chance(25);
        return new Traits(
                draw.chance(60) ? draw.oneOf("Google", "Bing", "newsletter") : null,
                draw.chance(50) ? draw.oneOf("google.com/", "news.example/a") : null,
                draw.oneOf("Direct", "Organic Search", "Email"),
                paid ? "ads" : null,
                paid ? draw.oneOf("cpc", "email") : null,
                paid ? "spring" : null,
                paid && draw.chance(50) ? "shoes" : null,
                paid && draw.chance(50) ? "banner" : null,
                COUNTRIES.get(person % 5).isEmpty() ? null : COUNTRIES.get(person % 5),
                person % 3 == 0 ? "Mobile" : "Desktop",
                person % 2 == 0 ? "Firefox" : "Chrome",
                person % 7 == 0 ? null : "Linux");
    }

    String ulid(Instant at) {
        StringBuilder text = new StringBuilder();
        for (int shift = 45; shift >= 0; shift -= 5) {
            text.append(CROCKFORD.charAt((int) (at.toEpochMilli() >> shift & 31)));
        }
        for (int i = 0; i < 16; i++) {
            text.append(CROCKFORD.charAt(draw.below(32)));
        }
        return text.toString();
    }
}
