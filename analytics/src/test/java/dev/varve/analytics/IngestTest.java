package dev.varve.analytics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.internal.HitIds;
import dev.varve.analytics.session.internal.SessionFold;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.table.Capacity;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Query;
import dev.varve.table.TableSchema;
import dev.varve.table.Update;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How hits are stored, under which keys and at what cost. */
class IngestTest extends AnalyticsContract {

    @Test
    void itemsHaveTheDocumentedKeys() {
        clock.set(at("2060-04-20T14:00:05Z"));
        String id = HitIds.next(at("2060-04-20T14:00:00.250Z"), new java.util.SplittableRandom(7))
                .text();
        store.createGoal(Goal.event(SITE, "signup", Goal.Match.EXACT, "Sign up"));
        store.ingest(view("/blog/?utm_source=news").id(id).build());
        store.ingest(HitRequest.event("Sign up", "https://example.com/join")
                .site(SITE)
                .sender(IP, CHROME)
                .id(id)
                .build());

        Item site = item("SITE#my-site", "METADATA");
        assertThat(site.text("name")).isEqualTo("My site");
        assertThat(site.text("timezone")).isEqualTo("UTC");
        assertThat(item("SITE#my-site", "GOAL#signup").text("kind")).isEqualTo("event");
        Item view = item("SITE#my-site", "PV#2060-04-20T14:00:00Z#" + id);
        assertThat(view.text("at")).isEqualTo("2060-04-20T14:00:00.250000000Z");
        assertThat(view.text("path")).isEqualTo("/blog");
        assertThat(view.text("gsi1pk")).isEqualTo("SITE#my-site");
        assertThat(view.text("gsi1sk")).isEqualTo("DATE#2060-04-20");
        assertThat(view.number("ttl").longValueExact())
                .isEqualTo(at("2060-05-20T14:00:01Z").getEpochSecond());
        Item event = item("SITE#my-site", "EVENT#2060-04-20T14:00:00Z#" + id);
        assertThat(event.text("name")).isEqualTo("Sign up");
        assertThat(event.text("gsi1sk")).isEqualTo("DATE#2060-04-20");
    }

    @Test
    void analyticsKeysAreTheKeysOfStoredItems() {
        IngestResult.Accepted view = accepted(store.ingest(view("/").build()));
        IngestResult.Accepted event = accepted(store.ingest(HitRequest.event("x", "https://example.com")
                .site(SITE)
                .sender(IP, CHROME)
                .build()));
        store.createGoal(Goal.stay(SITE, "long", Duration.ofMinutes(3)));
        store.ingest(view("/").doNotTrack().build());
        store.flush();
        LocalDate today = LocalDate.parse("2060-04-20");

        TableSchema schema = db.schema().tables().get(0);
        assertThat(contents().stream().map(schema::keyOf))
                .contains(
                        AnalyticsKeys.site(SITE),
                        AnalyticsKeys.goal(SITE, "long"),
                        AnalyticsKeys.pageView(SITE, view.hit().at(), view.hit().id()),
                        AnalyticsKeys.event(SITE, event.hit().at(), event.hit().id()),
                        AnalyticsKeys.dropped(SITE, today));
        assertThat(contents().stream()
                        .map(item -> schema.index("gsi1").key().keyOf(item))
                        .filter(key -> key != null))
                .containsOnly(AnalyticsKeys.byDate(SITE, clock.instant()), Key.of("SITES", "SITE#my-site"));
        assertThat(AnalyticsKeys.dropped(SITE, today)).isEqualTo(Key.of("SITE#my-site", "DROPPED#2060-04-20"));
    }

    private Item item(String pk, String sk) {
        return db.table(table).get(Get.of(Key.of(pk, sk)).consistent()).find().orElseThrow();
    }

    @Test
    void siteByIdCostsHalfAUnit() {
        engine.reset();
        assertThat(store.site(SITE)).map(Site::domains).contains(List.of("example.com"));
        assertThat(engine.used().total()).isEqualTo(new Capacity.Units(0.5, 0));
    }

    @Test
    void hitCostsTwoWriteUnitsAndNoRead() {
        store.ingest(view("/").build());
        engine.reset();
        IngestResult.Accepted hit = accepted(store.ingest(view("/pricing").build()));
        assertThat(hit.capacity().table()).isEqualTo(new Capacity.Units(0, 1));
        assertThat(hit.capacity().indexes()).isEqualTo(Map.of("gsi1", new Capacity.Units(0, 1)));
        assertThat(engine.used()).as("the capacity of all requests").isEqualTo(hit.capacity());
    }

    @Test
    void hitSentAgainCountsOnce() {
        String id = ulid(clock.instant());
        IngestResult.Accepted first = accepted(store.ingest(view("/a").id(id).build()));
        assertThat(first.isNew()).isTrue();
        IngestResult.Accepted again = accepted(store.ingest(view("/a").id(id).build()));
        assertThat(again.isNew()).isFalse();
        assertThat(again.hit()).isEqualTo(first.hit());
        IngestResult.Accepted elsewhere = accepted(store.ingest(view("/a")
                .sender("198.51.100.9", CHROME)
                .id(id.toLowerCase(java.util.Locale.ROOT))
                .build()));
        assertThat(elsewhere.isNew()).as("sent from another address").isFalse();
        assertThat(elsewhere.hit()).isEqualTo(first.hit());
        assertThat(stored("PV#")).hasSize(1);
    }

    @Test
    void hitSentConcurrentlyIsStoredOnce() throws Exception {
        HitRequest hit = view("/a").id(ulid(clock.instant())).build();
        List<AnalyticsStore> stores = List.of(store, open(openDatabase()));
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<IngestResult>> calls = IntStream.range(0, 24)
                    .<Callable<IngestResult>>mapToObj(
                            i -> () -> stores.get(i % 2).ingest(hit))
                    .toList();
            int newHits = 0;
            for (Future<IngestResult> result : threads.invokeAll(calls)) {
                newHits += accepted(result.get()).isNew() ? 1 : 0;
            }
            assertThat(newHits).isEqualTo(1);
        } finally {
            threads.shutdownNow();
        }
        assertThat(stored("PV#")).hasSize(1);
        assertThat(contents().stream().filter(item -> item.text("pk").startsWith("SALT#2060-04-20")))
                .hasSize(1);
    }

    @Test
    void hitWithoutIdGetsANewIdEachTime() {
        HitRequest hit = view("/a").build();
        IngestResult.Accepted one = accepted(store.ingest(hit));
        IngestResult.Accepted two = accepted(store.ingest(hit));
        assertThat(two.isNew()).isTrue();
        assertThat(two.hit().id()).hasSize(26).isNotEqualTo(one.hit().id());
        assertThat(one.hit().at()).isEqualTo(clock.instant());
        assertThat(two.hit().visitorId()).isEqualTo(one.hit().visitorId());
    }

    @Test
    void hitsAreEnrichedAndStoredWithoutTheirQuery() {
        store.ingest(view("/Blog/%C3%BCber/?utm_source=google&utm_medium=cpc&utm_campaign=spring+sale&secret=x#top")
                .referrer("https://www.google.de/search?q=private")
                .build());
        PageView stored =
                store.pageViews(SITE, Instant.EPOCH, Instant.MAX).list().get(0);
        assertThat(stored.hostname()).isEqualTo("example.com");
        assertThat(stored.path()).isEqualTo("/Blog/über");
        assertThat(stored.traits().source()).isEqualTo("Google");
        assertThat(stored.traits().channel()).isEqualTo("Paid Search");
        assertThat(stored.traits().referrer()).isEqualTo("google.de/search");
        assertThat(stored.traits().utmCampaign()).isEqualTo("spring sale");
        assertThat(stored.traits().browser()).isEqualTo("Chrome");
        assertThat(stored.traits().os()).isEqualTo("Windows");
        assertThat(stored.traits().device()).isEqualTo("Desktop");
        assertThat(stored("PV#").toString()).doesNotContain("secret", "private");
    }

    @Test
    void eventsKeepTheirPropertiesAndRevenue() {
        store.ingest(HitRequest.event("Purchase", "https://example.com/cart")
                .domain("EXAMPLE.com")
                .sender("2001:db8::1", CHROME)
                .prop("plan", "team")
                .prop("empty", " ")
                .revenue(new BigDecimal("19.90"), "EUR")
                .notInteractive()
                .build());
        CustomEvent event =
                store.events(SITE, Instant.EPOCH, Instant.MAX).list().get(0);
        assertThat(event.name()).isEqualTo("Purchase");
        assertThat(event.props()).isEqualTo(Map.of("plan", "team"));
        assertThat(event.revenue()).isEqualByComparingTo("19.90");
        assertThat(event.currency()).isEqualTo("EUR");
        assertThat(event.interactive()).isFalse();
        assertThat(stored("PV#")).isEmpty();
    }

    @Test
    void hitsTooOldOrTooFarAheadAreRefused() {
        clock.set(at("2060-04-20T14:00:00Z"));
        assertRejected(
                "hit.too-far-ahead",
                "the time of the hit's id is 2060-04-20T14:10:01Z, PT10M1S ahead of the clock; the limit is PT10M. Send the hit without"
                        + " an id",
                () -> store.ingest(viewAt(at("2060-04-20T14:10:01Z"))));
        assertThat(accepted(store.ingest(viewAt(at("2060-04-20T14:10:00Z")))).isNew())
                .isTrue();
        assertThat(accepted(store.ingest(viewAt(at("2060-04-19T16:00:00Z")))).isNew())
                .isTrue();
        assertRejected(
                "hit.too-late",
                "the time of the hit's id is 2060-04-19T15:59:59Z, PT22H0.001S ago; the limit is PT22H",
                () -> store.ingest(viewAt(at("2060-04-19T15:59:59.999Z"))));
        assertRejected("hit.too-far-ahead", null, () -> store.ingest(viewAt(at("9999-12-31T23:59:59.999Z"))));
    }

    @Test
    void invalidHitsAreRefused() {
        assertRejected(
                "hit.unknown-site",
                "a hit of site nobody names a site that does not exist: create the site first",
                () -> store.ingest(view("/").site("nobody").build()));
        assertRejected(
                "hit.unknown-site",
                "a hit of domain other.org names a site that does not exist: create the site first",
                () -> store.ingest(view("/").domain("other.org").build()));
        assertRejected(
                "hit.id",
                "id \"not-a-ulid\" is not a ULID: send 26 digits of Crockford's base 32, the first ten of them the time, or"
                        + " no id",
                () -> store.ingest(view("/").id("not-a-ulid").build()));
        assertRejected(
                "hit.url",
                "url \"/pricing\" has no scheme and host; send an absolute URL, such as https://example.com/page",
                () -> store.ingest(HitRequest.pageView("/pricing?token=1")
                        .site(SITE)
                        .sender(IP, CHROME)
                        .build()));
        assertRejected(
                "hit.ip",
                "the sender's address, 11 characters, is not an IPv4 or IPv6 address; give it without port and zone",
                () -> store.ingest(view("/").sender("example.com", CHROME).build()));
        assertThat(stored("PV#")).isEmpty();
    }

    @Test
    void engagementContinuesASessionButStartsNone() {
        HitRequest.Builder engagement = HitRequest.event(HitRequest.ENGAGEMENT, "https://example.com/")
                .site(SITE)
                .sender(IP, CHROME)
                .notInteractive();
        assertThat(store.ingest(engagement.build())).isEqualTo(new IngestResult.Dropped(DropReason.NO_SESSION));
        store.ingest(view("/").build());
        clock.advance(SessionFold.IDLE);
        assertThat(accepted(store.ingest(engagement.build())).isNew()).isTrue();
        clock.advance(SessionFold.IDLE.plusMillis(1));
        assertThat(store.ingest(engagement.build())).isEqualTo(new IngestResult.Dropped(DropReason.NO_SESSION));
        assertThat(stored("EVENT#")).hasSize(1);
        store.flush();
        assertThat(store.dropped(SITE, LocalDate.parse("2060-04-20")).withoutVisit())
                .isEqualTo(2);
    }

    @Test
    void engagementFindsTheSessionOfAnotherProcess() {
        store.ingest(view("/").build());
        store.catchUp(Duration.ofMinutes(1));
        clock.advance(Duration.ofMinutes(1));
        IngestResult result = open(openDatabase())
                .ingest(HitRequest.event(HitRequest.ENGAGEMENT, "https://example.com/")
                        .site(SITE)
                        .sender(IP, CHROME)
                        .build());
        assertThat(accepted(result).isNew()).isTrue();
    }

    @Test
    void siteDecidesAboutPrivacySignals() {
        assertThat(store.ingest(view("/").doNotTrack().build()))
                .isEqualTo(new IngestResult.Dropped(DropReason.DO_NOT_TRACK));
        store.changeSite(SITE, new SiteChange(null, null, null, PrivacySignals.IGNORED));
        assertThat(accepted(store.ingest(view("/a").doNotTrack().build())).isNew())
                .isTrue();
        assertThat(accepted(store.ingest(view("/b").globalPrivacyControl().build()))
                        .isNew())
                .isTrue();
        assertThat(store.siteConsistent(SITE).orElseThrow().privacySignals()).isEqualTo(PrivacySignals.IGNORED);

        AnalyticsStore other = opening(db).signals(PrivacySignals.IGNORED).open();
        other.changeSite(SITE, new SiteChange(null, null, null, PrivacySignals.HONOURED));
        assertThat(other.ingest(view("/c").doNotTrack().build()))
                .isEqualTo(new IngestResult.Dropped(DropReason.DO_NOT_TRACK));
    }

    @Test
    void droppedHitsOfARangeAreThoseOfItsDays() {
        LocalDate today = LocalDate.parse("2060-04-20");
        store.ingest(view("/").sender(IP, BOT).build());
        clock.advance(Duration.ofDays(1));
        store.ingest(view("/").sender(IP, BOT).build());
        store.countDropped(SITE, DropReason.OVER_RATE);
        clock.advance(Duration.ofDays(1));
        store.ingest(view("/").sender(IP, BOT).build());
        store.flush();
        assertThat(store.dropped(SITE, today, today.plusDays(2)))
                .containsExactly(
                        new DroppedHits(SITE, "2060-04-20", 1, 0, 0, 0, 0),
                        new DroppedHits(SITE, "2060-04-21", 1, 0, 0, 0, 1));
        assertThat(store.dropped(SITE, today.minusDays(9), today)).isEmpty();
    }

    /** As a version without that count has stored them. */
    @Test
    void countsOfAnEarlierVersionAreRead() {
        store.ingest(view("/").sender(IP, BOT).build());
        store.flush();
        String table = db.schema().tableOf(Analytics.DROPPED).name();
        db.table(table)
                .update(Update.of(AnalyticsKeys.dropped(SITE, LocalDate.parse("2060-04-20")))
                        .remove("overRate"));
        assertThat(store.dropped(SITE, LocalDate.parse("2060-04-20")).total()).isEqualTo(1);
    }

    @Test
    void botsAndPrivacySignalsAreOnlyCounted() {
        assertThat(store.ingest(view("/").sender(IP, BOT).build())).isEqualTo(new IngestResult.Dropped(DropReason.BOT));
        store.ingest(view("/").sender(IP, "").build());
        assertThat(store.ingest(view("/").doNotTrack().build()))
                .isEqualTo(new IngestResult.Dropped(DropReason.DO_NOT_TRACK));
        assertThat(store.ingest(view("/").doNotTrack().globalPrivacyControl().build()))
                .isEqualTo(new IngestResult.Dropped(DropReason.GLOBAL_PRIVACY_CONTROL));
        assertThat(store.dropped(SITE, LocalDate.parse("2060-04-20")).total()).isZero();
        store.flush();
        assertThat(store.dropped(SITE, LocalDate.parse("2060-04-20")))
                .isEqualTo(new DroppedHits(SITE, "2060-04-20", 2, 1, 1, 0, 0));
        assertThat(stored("PV#")).isEmpty();
        assertThat(stored("SALT")).as("salts, which only hashing creates").isEmpty();

        clock.advance(DropCounts.FLUSHED_EVERY);
        store.ingest(view("/").sender(IP, BOT).build());
        assertThat(store.dropped(SITE, LocalDate.parse("2060-04-20")).bots())
                .as("flushed by the first dropped hit after a minute")
                .isEqualTo(3);
        store.ingest(view("/").sender(IP, BOT).build());
        store.close();
        assertThat(store.dropped(SITE, LocalDate.parse("2060-04-20")).bots()).isEqualTo(4);
        assertThat(item("SITE#my-site", "DROPPED#2060-04-20").value("bots")).isEqualTo(Value.of(4));
    }

    @Test
    void privacySignalsCanBeIgnored() {
        AnalyticsStore other = opening(db).signals(PrivacySignals.IGNORED).open();
        assertThat(accepted(other.ingest(
                                view("/").doNotTrack().globalPrivacyControl().build()))
                        .isNew())
                .isTrue();
        assertThat(other.ingest(view("/").sender(IP, BOT).doNotTrack().build()))
                .isEqualTo(new IngestResult.Dropped(DropReason.BOT));
    }

    @Test
    void pageViewsOfARangeAreSortedByClockAndEndIsExclusive() {
        Instant from = clock.instant();
        for (int second : new int[] {5, 0, 3, 10}) {
            store.ingest(viewAt(from.plusSeconds(second)));
        }
        store.ingest(viewAt(from.plusMillis(3_250)));
        store.ingest(viewAt(from.plusMillis(9_999)));
        assertThat(store.pageViews(SITE, from, from.plusSeconds(10)).list())
                .extracting(view -> Duration.between(from, view.at()).toMillis())
                .containsExactly(0L, 3_000L, 3_250L, 5_000L, 9_999L);
        assertThat(store.pageViews(SITE, from.plusMillis(3_100), from.plusMillis(5_001))
                        .list())
                .extracting(view -> Duration.between(from, view.at()).toMillis())
                .containsExactly(3_250L, 5_000L);
    }

    @Test
    void indexContainsPageViewsAndEventsOfADay() {
        store.ingest(view("/").build());
        store.ingest(HitRequest.event("x", "https://example.com")
                .site(SITE)
                .sender(IP, CHROME)
                .build());
        Query ofDay = Query.of("SITE#my-site").on("gsi1").equalTo("DATE#2060-04-20");
        List<Item> found = List.of();
        for (int chance = 0; chance < 200 && found.size() < 2; chance++) {
            found = db.table(table).query(ofDay).items();
        }
        assertThat(found).hasSize(2);
        assertRejected(
                "series.index-shared",
                "the keys of series pageViews in index gsi1 are shared with other items, which an answer would mix: query"
                        + " the index of the table itself, or read the history of the series",
                () -> db.series(Analytics.PAGE_VIEWS).by("gsi1", SITE));
    }
}
