package dev.varve.examples;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.entity.Entity;
import dev.varve.entity.OpenEntities;
import dev.varve.key.Ulid;
import dev.varve.key.ZoneHistory;
import dev.varve.rollup.Rollup;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Sessions of web sites with ULID keys, counted by day in each site's time zone. */
public final class SiteSessions {

    private SiteSessions() {}

    // guide: declaration
    record Site(String siteId, String timezone) {}

    record Session(String siteId, Instant startedAt, String random, int pages) {}

    static final Entity<Site> SITES = Entity.of(Site.class)
            .named("sites")
            .partition("SITE#{siteId}")
            .sort("METADATA")
            .build();

    static final Series<Session> SESSIONS = Series.of(Session.class)
            .named("sessions")
            .partition("SITE#{siteId}")
            .sort("SESSION#{startedAt:ulid}{random}") // together a ULID: SESSION#01HW56BRBV0410G3…
            .zoneFrom(SITES, "timezone")
            .rollUp(Rollup.of("pages").hourly().daily().monthly())
            .build();
    // guide: end

    static List<String> run(Engine engine, InstantSource clock) {
        List<String> lines = new ArrayList<>();
        Varve db = Varve.open(engine, Schema.of("site-sessions", SITES, SESSIONS));
        OpenSeries<Session> sessions = db.series(SESSIONS);
        OpenEntities<Site> sites = db.entities(SITES);
        sites.create(new Site("blog", "Europe/Berlin"));
        sites.create(new Site("shop", "America/New_York"));
        SplittableRandom random = new SplittableRandom(1);
        for (String site : List.of("blog", "shop")) {
            Instant started = clock.instant().minus(Duration.ofHours(11));
            String id = Ulid.next(started, random);
            sessions.append(new Session(site, started, id.substring(id.length() - 16), 3));
        }
        db.processing().catchUp(Duration.ofMinutes(1));
        for (String site : List.of("blog", "shop")) {
            lines.add("%s: %s session, on the day from %s on"
                    .formatted(
                            site,
                            sessions.history(site)
                                    .last(Duration.ofDays(1))
                                    .list()
                                    .size(),
                            sessions.rollups(site)
                                    .daily()
                                    .last(Duration.ofDays(3))
                                    .list()
                                    .get(0)
                                    .start()));
        }

        // guide: move
        Site blog = sites.findConsistent("blog").orElseThrow();
        ZoneHistory moved = sessions.moved(ZoneHistory.parse(blog.timezone()), ZoneId.of("Asia/Kolkata"));
        sites.put(new Site("blog", moved.text()));
        // guide: end
        lines.add(moved.text());
        return lines;
    }
}
