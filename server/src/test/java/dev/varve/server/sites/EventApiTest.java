package dev.varve.server.sites;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.session.Session;
import dev.varve.server.auth.Scope;
import dev.varve.server.http.access.AccessControl;
import dev.varve.server.http.limit.ServerLimits;
import java.math.BigDecimal;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EventApiTest extends RocksDbFixture {

    private static final String VIEW = "{\"n\":\"pageview\",\"u\":\"https://shop.example/a\",\"d\":\"shop\"}";
    private static final String ALICE = "198.51.100.1";

    private List<PageView> views() {
        return store.pageViews("shop", NOON.minusSeconds(86_400), NOON.plusSeconds(86_400))
                .list();
    }

    private List<CustomEvent> events() {
        return store.events("shop", NOON.minusSeconds(86_400), NOON.plusSeconds(86_400))
                .list();
    }

    @Test
    void eventOfTheScriptIsAcceptedFromAnyOrigin() throws Exception {
        HttpResponse<String> answer = send(event(ALICE, VIEW).header("Origin", "https://shop.example"));
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(answer.body()).isEqualTo("ok");
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).hasValue("*");
        assertThat(answer.headers().firstValue("X-Plausible-Dropped")).isEmpty();
        assertThat(views()).extracting(PageView::path).containsExactly("/a");
    }

    @Test
    void addressWithTooManyHitsIsThrottled() throws Exception {
        // The clock stands still, so the rate limit does not recover.
        int burst = ServerLimits.DEFAULT_HITS_PER_SECOND * HitRate.BURST_SECONDS;
        for (int i = 0; i < burst; i++) {
            assertThat(send(event(ALICE, "{\"n\":\"pageview\",\"u\":\"x\",\"d\":\"shop\"}"))
                            .statusCode())
                    .isNotEqualTo(429);
        }
        HttpResponse<String> refused = send(event(ALICE, VIEW));
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(refused.body()).contains("event.rate");
        assertThat(refused.headers().firstValue("Access-Control-Allow-Origin")).hasValue("*");
        // Other visitors of the same proxy are accepted, and this one is after a second.
        assertThat(send(event("198.51.100.2", VIEW)).statusCode()).isEqualTo(202);
        clock.advance(Duration.ofSeconds(1));
        assertThat(send(event(ALICE, VIEW)).statusCode()).isEqualTo(202);
    }

    @Test
    void addressesOfOneIpv6NetworkShareTheLimit() throws Exception {
        int burst = ServerLimits.DEFAULT_HITS_PER_SECOND * HitRate.BURST_SECONDS;
        int last = 0;
        for (int i = 0; i <= burst; i++) {
            last = send(event(
                            "2001:db8::" + Integer.toHexString(i + 1),
                            "{\"n\":\"pageview\",\"u\":\"x\",\"d\":\"shop\"}"))
                    .statusCode();
        }
        assertThat(last).isEqualTo(429);
        assertThat(send(event("2001:db8:1::1", VIEW)).statusCode()).isEqualTo(202);
    }

    @Test
    void preflightIsAllowedForEventsOnly() throws Exception {
        HttpResponse<String> answer = send(request("/api/event")
                .header("Origin", "https://shop.example")
                .header("Access-Control-Request-Method", "POST")
                .method("OPTIONS", BodyPublishers.noBody()));
        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).hasValue("*");
        assertThat(answer.headers().firstValue("Access-Control-Allow-Headers"))
                .hasValueSatisfying(headers -> assertThat(headers).contains("Content-Type"));
        HttpResponse<String> other = send(request("/api/v1/sites").header("Origin", "https://shop.example"));
        assertThat(other.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
    }

    @Test
    void documentedNamesAreAcceptedAndTheSiteCanBeADomain() throws Exception {
        HttpRequest.Builder request = request("/api/event")
                .header("Content-Type", "application/json")
                .header("User-Agent", CHROME)
                .header("X-Forwarded-For", ALICE + ", 127.0.0.1")
                .POST(BodyPublishers.ofString("""
                    {"name":"Purchase","url":"https://shop.example/cart","domain":"shop.example",
                     "referrer":"https://www.google.com/","interactive":false,
                     "props":{"plan":"team","seats":3,"trial":false,"none":null},
                     "revenue":{"amount":"19.90","currency":"EUR"},"screen":[1,2]}\
                    """));
        assertThat(send(request).statusCode()).isEqualTo(202);
        assertThat(events()).singleElement().satisfies(event -> {
            assertThat(event.name()).isEqualTo("Purchase");
            assertThat(event.traits().source()).isEqualTo("Google");
            assertThat(event.interactive()).isFalse();
            assertThat(event.props()).isEqualTo(Map.of("plan", "team", "seats", "3", "trial", "false"));
            assertThat(event.revenue()).isEqualByComparingTo(new BigDecimal("19.9"));
            assertThat(event.currency()).isEqualTo("EUR");
        });
    }

    @Test
    void eventSentTwiceCountsOnce() throws Exception {
        String body = VIEW.replace("}", ",\"id\":\"%s\"}".formatted(ulid(NOON.minusSeconds(5))));
        take(ALICE, body);
        take("203.0.113.9", body);
        assertThat(views()).hasSize(1);
    }

    @Test
    void botsAndPrivacySignalsAreDropped() throws Exception {
        HttpResponse<String> bot = send(request("/api/event")
                .header("User-Agent", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)")
                .POST(BodyPublishers.ofString(VIEW)));
        assertThat(bot.statusCode()).isEqualTo(202);
        assertThat(bot.headers().firstValue("X-Plausible-Dropped")).hasValue("1");
        assertThat(send(event(ALICE, VIEW).header("DNT", "1")).statusCode()).isEqualTo(202);
        assertThat(send(event(ALICE, VIEW).header("Sec-GPC", "1")).statusCode()).isEqualTo(202);
        assertThat(views()).isEmpty();
        store.flush();
        assertThat(store.dropped("shop", LocalDate.of(2060, 4, 20)).total()).isEqualTo(3);
    }

    @Test
    void droppedHitsAreShownByReason() throws Exception {
        send(event(ALICE, VIEW).header("DNT", "1"));
        send(event(ALICE, VIEW).header("Sec-GPC", "1"));
        clock.advance(Duration.ofDays(1));
        send(event(ALICE, VIEW).header("DNT", "1"));
        assertThat(ask("/dropped?period=7d").toString())
                .isEqualTo(
                        "{\"period\":{\"from\":\"2060-04-15\",\"to\":\"2060-04-22\",\"zone\":\"UTC\"},"
                                + "\"total\":{\"bots\":0,\"doNotTrack\":2,\"globalPrivacyControl\":1,\"withoutSession\":0,\"overRate\":0},"
                                + "\"days\":[{\"day\":\"2060-04-20\",\"bots\":0,\"doNotTrack\":1,\"globalPrivacyControl\":1,\"withoutSession\":0,\"overRate\":0},"
                                + "{\"day\":\"2060-04-21\",\"bots\":0,\"doNotTrack\":1,\"globalPrivacyControl\":0,\"withoutSession\":0,\"overRate\":0}]}");
        assertThat(ask("/dropped?period=today").path("days")).hasSize(1);
        assertThat(send(request("/api/v1/sites/shop/dropped?format=csv&period=today"))
                        .body())
                .isEqualTo(
                        "day,bots,doNotTrack,globalPrivacyControl,withoutSession,overRate\r\n2060-04-21,0,1,0,0,0\r\n");
        assertRefused(404, "ask.not-found", request("/api/v1/sites/other/dropped"));
        assertRefused(400, "ask.period", request("/api/v1/sites/shop/dropped?period=soon"));
    }

    /** Anybody with a link can read the counts, and each flush costs writes. */
    @Test
    void droppedHitsAreStoredOnceASecondHoweverOftenTheyAreRead() throws Exception {
        send(event(ALICE, VIEW).header("DNT", "1"));
        assertThat(ask("/dropped").path("total").path("doNotTrack").asInt()).isEqualTo(1);
        send(event(ALICE, VIEW).header("DNT", "1"));
        assertThat(ask("/dropped").path("total").path("doNotTrack").asInt()).isEqualTo(1);
        clock.advance(Duration.ofSeconds(1));
        assertThat(ask("/dropped").path("total").path("doNotTrack").asInt()).isEqualTo(2);
    }

    @Test
    void hitsBeyondTheRateAreCountedAsDropped() throws Exception {
        int most = HitRate.BURST_SECONDS * ServerLimits.DEFAULT_HITS_PER_SECOND;
        String event = VIEW.replace("}", ",\"id\":\"%s\"}".formatted(ulid(NOON)));
        for (int i = 0; i < most; i++) {
            take(ALICE, event);
        }
        assertRefused(429, "event.rate", event(ALICE, event));
        assertThat(ask("/dropped").path("total").path("overRate").asInt()).isEqualTo(1);
    }

    @Test
    void siteMayCountVisitorsWithPrivacySignals() throws Exception {
        assertThat(ask("").path("privacySignals").asText()).isEqualTo("honoured");
        assertThat(send(put("/api/v1/sites/shop", "{\"privacySignals\":\"ignored\"}"))
                        .body())
                .contains("\"privacySignals\":\"ignored\"");
        send(event(ALICE, VIEW).header("DNT", "1"));
        assertThat(views()).hasSize(1);
        assertRefused(400, "ask.word", put("/api/v1/sites/shop", "{\"privacySignals\":\"maybe\"}"));
    }

    @Test
    void invalidEventsAreRefusedAndPagesCanReadTheError() throws Exception {
        assertRefused(400, "hit.unknown-site", event(ALICE, VIEW.replace("\"shop\"", "\"other\"")));
        assertRefused(400, "event.json", event(ALICE, "{\"n\":"));
        assertRefused(400, "event.missing", event(ALICE, "{\"n\":\"pageview\",\"d\":\"shop\"}"));
        assertRefused(400, "hit.url", event(ALICE, VIEW.replace("https://shop.example/a", "/a")));
        assertRefused(400, "hit.id", event(ALICE, VIEW.replace("}", ",\"id\":\"x\"}")));
        assertRefused(400, "hit.ip", event("nobody", VIEW));
        assertRefused(400, "body.utf8", request("/api/event").POST(BodyPublishers.ofByteArray(new byte[] {
            '{', (byte) 0xff, '}'
        })));
        HttpResponse<String> large = send(event(ALICE, " ".repeat(EventApi.MAX_BODY) + VIEW));
        assertThat(large.statusCode()).isEqualTo(413);
        assertThat(large.headers().firstValue("Access-Control-Allow-Origin")).hasValue("*");
        assertThat(views()).isEmpty();
    }

    @Test
    void overloadIs429WithRetryAfter() throws Exception {
        HttpResponse<String> busy = admission.run(1, () -> send(event(ALICE, VIEW)));
        assertThat(busy.statusCode()).isEqualTo(429);
        assertThat(busy.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(busy.headers().firstValue("Access-Control-Allow-Origin")).hasValue("*");
        take(ALICE, VIEW);
    }

    @Test
    void tokenIsOptionalButMustMatchTheSite() throws Exception {
        start(AccessControl.of(tokens));
        String own = tokens.create("own", Set.of(Scope.WRITE), Optional.of("site:shop"));
        String other = tokens.create("other", Set.of(Scope.WRITE), Optional.of("site:docs"));
        String device = tokens.create("device", Set.of(Scope.WRITE), Optional.of("device:shop"));
        take(ALICE, VIEW);
        String byDomain = VIEW.replace("\"shop\"", "\"shop.example\"");
        assertThat(send(event(ALICE, byDomain).header("Authorization", "Bearer " + own))
                        .statusCode())
                .isEqualTo(202);
        assertRefused(403, "access.denied", event(ALICE, VIEW).header("Authorization", "Bearer " + other));
        assertRefused(403, "access.denied", event(ALICE, VIEW).header("Authorization", "Bearer " + device));
        assertThat(views()).hasSize(2);
    }

    @Test
    void engagementOnlyExtendsTheSession() throws Exception {
        view(ALICE, "/", NOON);
        clock.set(NOON.plusSeconds(90));
        take(
                ALICE,
                "{\"n\":\"engagement\",\"u\":\"https://shop.example/\",\"d\":\"shop\",\"p\":{\"seconds\":90},\"i\":false,\"id\":\"%s\"}"
                        .formatted(ulid(NOON.plusSeconds(90))));
        catchUp();
        List<Session> sessions =
                store.sessions("shop", NOON, NOON.plusSeconds(1)).list();
        assertThat(sessions).singleElement().satisfies(session -> {
            assertThat(session.duration()).isEqualTo(90);
            assertThat(session.bounce()).isEqualTo(1);
        });
        assertThat(events()).extracting(event -> event.props().get("seconds")).containsExactly("90");
        assertThat(ask("/breakdown?period=today&by=event").path("rows")).isEmpty();
        assertThat(ask("/breakdown?period=today&by=event&filters=page:is:/").path("rows"))
                .isEmpty();
        // The goal matches every event with an e in its name.
        assertThat(ask("/breakdown?period=today&by=goal").path("rows")).isEmpty();
    }

    @Test
    void engagementStartsNoSession() throws Exception {
        view(ALICE, "/", NOON);
        clock.set(NOON.plusSeconds(7_200));
        HttpResponse<String> answer = send(event(
                ALICE,
                "{\"n\":\"engagement\",\"u\":\"https://shop.example/\",\"d\":\"shop\",\"e\":20000,\"i\":false}"));
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(answer.headers().firstValue("X-Plausible-Dropped")).hasValue("1");
        catchUp();
        JsonNode metrics = ask("/stats?period=today").path("metrics");
        assertThat(metrics.path("sessions").path("value").asInt()).isEqualTo(1);
    }
}
