package dev.varve.analytics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.analytics.internal.RecentVisitors;
import dev.varve.item.Item;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How visitors get their ids, and that nothing stored reveals who they are. */
class VisitorTest extends AnalyticsContract {

    @Test
    void visitorIdDependsOnAddressUserAgentSiteAndDay() {
        store.createSite(Site.of("other", "Other site"));
        String visitor = visitorOf(store.ingest(view("/").build()));
        assertThat(visitor).matches("[0-9a-f]{16}");
        assertThat(visitorOf(store.ingest(view("/b").build()))).isEqualTo(visitor);
        assertThat(visitorOf(
                        store.ingest(view("/").sender("::ffff:" + IP, CHROME).build())))
                .as("the same address in another notation")
                .isEqualTo(visitor);
        assertThat(visitorOf(
                        store.ingest(view("/").sender("203.0.113.78", CHROME).build())))
                .isNotEqualTo(visitor);
        assertThat(visitorOf(
                        store.ingest(view("/").sender(IP, CHROME + " Edg/126").build())))
                .isNotEqualTo(visitor);
        assertThat(visitorOf(store.ingest(view("/").site("other").build()))).isNotEqualTo(visitor);
        clock.advance(Duration.ofDays(1));
        assertThat(visitorOf(store.ingest(view("/").build()))).isNotEqualTo(visitor);
    }

    @Test
    void storesOfOneTableShareTheSalt() {
        List<AnalyticsStore> stores =
                IntStream.range(0, 4).mapToObj(i -> open(openDatabase())).toList();
        assertThat(stores.parallelStream()
                        .map(each -> visitorOf(each.ingest(view("/").build())))
                        .distinct())
                .hasSize(1);
    }

    @Test
    void otherTablesHaveOtherSalts() {
        Varve other = Varve.on(engine).clock(clock).open(Analytics.schema(table + "-b", table + "-salts"));
        AnalyticsStore separate = open(other);
        separate.createSite(Site.of(SITE, "My site"));
        assertThat(visitorOf(separate.ingest(view("/").build())))
                .isNotEqualTo(visitorOf(store.ingest(view("/").build())));
        assertThat(other.table(table + "-salts").get(dev.varve.table.Key.of("SALT#2060-04-20", "SALT")))
                .isPresent();
    }

    @Test
    void sessionAcrossMidnightKeepsItsVisitorId() {
        String visitor = visitorAt("2060-04-20T23:50:00Z", store);
        assertThat(visitorAt("2060-04-21T00:10:00Z", store)).isEqualTo(visitor);
        assertThat(visitorAt("2060-04-21T00:40:00Z", store))
                .as("30 minutes later")
                .isEqualTo(visitor);
        String next = visitorAt("2060-04-21T01:10:01Z", store);
        assertThat(next).as("more than 30 minutes later").isNotEqualTo(visitor);
        assertThat(visitorAt("2060-04-21T01:15:00Z", store)).isEqualTo(next);
    }

    @Test
    void lateHitOfASessionAcrossMidnightHasTheSameVisitorId() {
        String visitor = visitorAt("2060-04-20T23:55:00Z", store);
        assertThat(visitorAt("2060-04-21T00:20:00Z", store)).isEqualTo(visitor);
        assertThat(visitorOf(store.ingest(viewAt(at("2060-04-21T00:05:00Z"))))).isEqualTo(visitor);
    }

    @Test
    void otherProcessFindsRecentVisitorsInTheLog() {
        RecentVisitors log = (siteId, visitorId, before) ->
                db
                        .series(Analytics.PAGE_VIEWS)
                        .history(siteId)
                        .before(before)
                        .consistent()
                        .newestFirst()
                        .list()
                        .stream()
                        .filter(hit -> hit.visitorId().equals(visitorId))
                        .findFirst()
                        .map(hit -> hit.at());
        String visitor = visitorAt("2060-04-20T23:50:00Z", store);
        assertThat(visitorAt(
                        "2060-04-21T00:10:00Z", opening(db).recentVisitors(log).open()))
                .isEqualTo(visitor);
        assertThat(visitorAt(
                        "2060-04-21T00:39:00Z", opening(db).recentVisitors(log).open()))
                .isEqualTo(visitor);
        assertThat(visitorAt(
                        "2060-04-21T01:10:00Z", opening(db).recentVisitors(log).open()))
                .isNotEqualTo(visitor);
    }

    @Test
    void knownVisitorIsNotLookedUp() {
        int[] lookups = {0};
        AnalyticsStore counting = opening(db)
                .recentVisitors((siteId, visitorId, before) -> {
                    lookups[0]++;
                    return Optional.empty();
                })
                .open();
        visitorAt("2060-04-20T12:00:00Z", counting);
        assertThat(lookups[0]).as("at noon").isZero();
        visitorAt("2060-04-21T00:50:00Z", counting);
        visitorAt("2060-04-21T00:51:00Z", counting);
        assertThat(lookups[0]).as("just after midnight").isEqualTo(1);
        clock.set(at("2060-04-21T02:00:00Z"));
        counting.ingest(view("/").sender("198.51.100.1", CHROME).build());
        assertThat(lookups[0]).as("two hours later").isEqualTo(1);
    }

    private String visitorAt(String time, AnalyticsStore by) {
        Instant at = at(time);
        clock.set(at);
        return visitorOf(by.ingest(viewAt(at)));
    }

    @Test
    void saltIsDestroyedTwoDaysAfterItsDayBegan() {
        clock.set(at("2060-04-20T10:00:00Z"));
        store.ingest(view("/").build());
        byte[] salt = saltOf("2060-04-20").orElseThrow();
        assertThat(salt).hasSize(32);
        clock.set(at("2060-04-21T23:59:59Z"));
        store.ingest(view("/").build());
        assertThat(saltOf("2060-04-20")).hasValue(salt);
        assertThat(saltOf("2060-04-21").orElseThrow()).isNotEqualTo(salt);
        clock.set(at("2060-04-22T00:00:00Z"));
        store.destroyOldSalts();
        // At the earlier time the salt would not have expired, so it was deleted and is not only hidden.
        clock.set(at("2060-04-21T23:59:59Z"));
        assertThat(saltOf("2060-04-20")).isEmpty();
        assertThat(saltOf("2060-04-21")).isPresent();
    }

    @Test
    void firstHitOfADayDestroysOldSalts() {
        clock.set(at("2060-04-20T10:00:00Z"));
        store.ingest(view("/").build());
        clock.set(at("2060-04-24T10:00:00Z"));
        store.ingest(view("/").build());
        clock.set(at("2060-04-20T10:00:00Z"));
        assertThat(saltOf("2060-04-20")).isEmpty();
    }

    private Optional<byte[]> saltOf(String day) {
        return contents().stream()
                .filter(item -> item.text("pk").equals("SALT#" + day))
                .map(item -> item.bytes("salt").toArray())
                .findFirst();
    }

    @Test
    void nothingStoredHoldsAddressOrUserAgent() {
        Seeds.run(3, seed -> {
            Draw draw = new Draw(seed);
            for (int i = 0; i < 20; i++) {
                String ip = "203.0.%s.%s".formatted(draw.between(100, 255), draw.between(100, 255));
                String mark = "Mark" + Long.toHexString(draw.nextLong());
                String agent = draw.chance(20) ? BOT + mark : CHROME + " " + mark;
                HitRequest request = HitRequest.event(
                                draw.oneOf("pageview", "Click"), "https://example.com/" + draw.below(5))
                        .site(SITE)
                        .sender(ip, agent)
                        .build();
                store.ingest(request);
                store.flush();
                String everything = contents().toString().toLowerCase(Locale.ROOT);
                assertThat(everything).doesNotContain(ip, mark.toLowerCase(Locale.ROOT), "applewebkit", "mozilla");
                assertThat(request.toString()).doesNotContain(ip, mark);
            }
        });
        assertThat(contents().stream().map(Item::names).flatMap(List::stream))
                .doesNotContain("ip", "userAgent", "address");
    }
}
