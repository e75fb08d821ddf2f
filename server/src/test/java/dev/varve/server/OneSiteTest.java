package dev.varve.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.analytics.HitRequest;
import dev.varve.analytics.Site;
import dev.varve.memory.MemoryEngine;
import dev.varve.server.auth.Scope;
import dev.varve.server.http.route.Route;
import dev.varve.testkit.MutableClock;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a token for one site and a shared link show: that site, and nothing else. */
class OneSiteTest {

    private static final String CHROME =
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
                    + " Chrome/126.0.0.0 Safari/537.36";

    private final MutableClock clock = new MutableClock(Instant.parse("2060-04-20T14:00:00Z"));
    private ServerDatabase database;
    private Service service;
    private Browser browser;
    private String admin;
    private String customer;

    @BeforeEach
    void serve() {
        serve(ServiceOptions.Access.TOKENS);
    }

    private void serve(ServiceOptions.Access access) {
        database = ServerDatabase.open(new MemoryEngine(clock), "varve", clock);
        for (String site : List.of("blog", "shop")) {
            database.analytics().createSite(Site.of(site, "The " + site).withDomains(site + ".example"));
            database.analytics()
                    .ingest(HitRequest.pageView("https://%s.example/of-%s".formatted(site, site))
                            .site(site)
                            .sender("203.0.113.7", CHROME)
                            .build());
        }
        admin = database.tokens().create("admin", Set.of(Scope.ADMIN), Optional.empty());
        customer = database.tokens().create("customer", Set.of(Scope.READ), Optional.of("site:blog"));
        service = Service.start(database, ServiceOptions.onLoopback(0).withAccess(access));
        browser = new Browser(service.port());
    }

    @AfterEach
    void stop() {
        service.close();
        database.close();
    }

    private HttpRequest.Builder with(String credential, String path) {
        return browser.request(path).header("Authorization", "Bearer " + credential);
    }

    private Browser.Answer ask(String credential, String path) throws Exception {
        return browser.send(with(credential, path));
    }

    private Browser.Answer post(String credential, String path, String body) throws Exception {
        return browser.send(with(credential, path).POST(BodyPublishers.ofString(body)));
    }

    /** Creates a link as an admin and returns its part after the #. */
    private JsonNode link(String site, String body) throws Exception {
        Browser.Answer made = post(admin, "/api/v1/sites/%s/links".formatted(site), body);
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.json();
    }

    private static String secret(JsonNode link) {
        return link.path("path").asText().replaceFirst(".*#", "");
    }

    private Browser.Answer open(String site, String body) throws Exception {
        return browser.post("/api/v1/sites/%s/shared".formatted(site), "application/json", body);
    }

    private String session(JsonNode link) throws Exception {
        Browser.Answer opened = open("blog", "{\"secret\":\"%s\"}".formatted(secret(link)));
        assertThat(opened.status()).as(opened.body()).isEqualTo(200);
        return opened.json().path("session").asText();
    }

    /** Every route that exists, so that a new one cannot be forgotten. */
    @Test
    void everyRouteOfSomethingElseIsRefused() throws Exception {
        String shared = session(link("blog", "{}"));
        for (String credential : List.of(customer, shared)) {
            List<String> allowed = new ArrayList<>();
            for (Route route : service.routes(ServiceOptions.onLoopback(0))) {
                if (route.scope() == null) {
                    continue;
                }
                String path = route.path().replace("{id}", "shop").replaceAll("\\{[a-z]+}", "x");
                Browser.Answer answer = browser.send(
                        with(credential, path).method(route.method().name(), BodyPublishers.ofString("{}")));
                if (answer.status() != 403) {
                    allowed.add(route.path() + " " + answer.status());
                } else {
                    assertThat(answer.body()).contains("access.denied").doesNotContain("of-shop");
                }
            }
            assertThat(allowed).containsExactly("/api/v1/access 200");
        }
        assertThat(ask(customer, "/api/v1/fleet").json().path("message").asText())
                .isEqualTo("token customer is limited to site:blog and does not authorise this request");
    }

    /** Routes that take readings check the token themselves. */
    @Test
    void everyRouteOfSomethingElseIsRefusedToAWriterToo() throws Exception {
        String writer = database.tokens().create("writer", Set.of(Scope.READ, Scope.WRITE), Optional.of("site:blog"));
        List<String> allowed = new ArrayList<>();
        for (Route route : service.routes(ServiceOptions.onLoopback(0))) {
            if (route.scope() == null) {
                continue;
            }
            String path = route.path().replace("{id}", "shop").replaceAll("\\{[a-z]+}", "x");
            for (String body : List.of("{}", "{\"deviceId\":\"d\",\"value\":1}", "d,deviceId=d value=1")) {
                Browser.Answer answer =
                        browser.send(with(writer, path).method(route.method().name(), BodyPublishers.ofString(body)));
                if (answer.status() < 300) {
                    allowed.add(route.path());
                }
            }
        }
        assertThat(allowed.stream().distinct()).containsExactly("/api/v1/access");
        assertThat(ask(admin, "/api/v1/devices").body()).doesNotContain("deviceId");
        String device = database.tokens().create("device", Set.of(Scope.WRITE), Optional.of("device:d"));
        assertThat(post(device, "/api/v1/backfill/finish", "").status())
                .as("after readings of any age")
                .isEqualTo(200);
    }

    /** A link can be public, and statistics are expensive. */
    @Test
    void readsOfOneClientAreLimited() throws Exception {
        for (String credential : List.of(customer, session(link("blog", "{}")))) {
            for (int i = 0; i < 300; i++) {
                assertThat(ask(credential, "/api/v1/access").status()).isEqualTo(200);
            }
            Browser.Answer refused = ask(credential, "/api/v1/sites/blog/stats");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.header("Retry-After")).isNotEmpty();
            assertThat(refused.body())
                    .contains(
                            "access.rate",
                            "this address reads more than 10 times per second: send this again in a second");
            assertThat(browser.send(with(credential, "/api/v1/sites/blog/stats")
                                    .header("X-Forwarded-For", "198.51.100.1"))
                            .status())
                    .as("another address")
                    .isEqualTo(200);
        }
        assertThat(ask(admin, "/api/v1/sites/blog/stats").status()).isEqualTo(200);
        clock.advance(Duration.ofSeconds(1));
        assertThat(ask(customer, "/api/v1/sites/blog/stats").status()).isEqualTo(200);
    }

    /** Everybody with the link gets these texts; its name is for those who manage the site. */
    @Test
    void nameOfALinkIsNotShown() throws Exception {
        String session = session(link("blog", "{\"name\":\"unpaid invoices\"}"));
        assertThat(ask(session, "/api/v1/fleet").json().path("message").asText())
                .isEqualTo("token of this shared link is limited to site:blog and does not authorise this request");
        assertThat(ask(session, "/api/v1/access").body())
                .contains("this shared link")
                .doesNotContain("unpaid");
    }

    /** Addresses end up in logs. */
    @Test
    void sessionIsRefusedInAnAddress() throws Exception {
        String session = session(link("blog", "{}"));
        Browser.Answer answer = browser.send(browser.request("/api/v1/live?topics=site:blog&token=" + session)
                .header("Accept", "text/event-stream"));
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.body()).contains("accepted only in the header Authorization, not in the address");
    }

    @Test
    void itsOwnSiteIsShown() throws Exception {
        for (String credential : List.of(customer, session(link("blog", "{}")))) {
            for (String path : List.of("", "/stats", "/timeseries", "/breakdown", "/realtime", "/goals")) {
                Browser.Answer answer = ask(credential, "/api/v1/sites/blog" + path);
                assertThat(answer.status()).as(path + answer.body()).isEqualTo(200);
                assertThat(answer.body()).doesNotContain("shop");
            }
            assertThat(ask(credential, "/api/v1/sites/blog/links").status()).isEqualTo(403);
            assertThat(post(credential, "/api/v1/sites/blog/links", "{}").status())
                    .isEqualTo(403);
            assertThat(ask(credential, "/api/v1/access").body()).contains("\"only\":\"site:blog\"");
        }
    }

    private int listen(String credential, String topics) throws Exception {
        HttpRequest.Builder request =
                with(credential, "/api/v1/live?topics=" + topics).header("Accept", "text/event-stream");
        return browser.status(request);
    }

    @Test
    void onlyItsOwnSiteCanBeListenedTo() throws Exception {
        for (String credential : List.of(customer, session(link("blog", "{}")))) {
            assertThat(listen(credential, "site:blog")).isEqualTo(200);
            for (String topics : List.of("fleet", "site:shop", "site:blog,site:shop", "device:a", "")) {
                assertThat(listen(credential, topics)).as(topics).isEqualTo(403);
            }
        }
        assertThat(listen(admin, "fleet,site:blog,site:shop")).isEqualTo(200);
    }

    @Test
    void linkIsListedAndItsSessionsEndWhenItIsRevoked() throws Exception {
        JsonNode link = link("blog", "{\"name\":\"Ada\"}");
        String session = session(link);
        assertThat(link.path("path").asText()).startsWith("/shared/blog#");
        assertThat(ask(admin, "/api/v1/sites/blog/links").body())
                .contains("\"name\":\"Ada\"", "\"hasPassword\":false")
                .doesNotContain(secret(link));
        assertThat(ask(admin, "/api/v1/sites/shop/links").body()).isEqualTo("{\"links\":[]}");
        String address = "/links/" + link.path("linkId").asText();
        assertThat(browser.send(with(admin, "/api/v1/sites/shop" + address).DELETE())
                        .status())
                .as("of another site")
                .isEqualTo(404);
        assertThat(browser.send(with(admin, "/api/v1/sites/blog" + address).DELETE())
                        .status())
                .isEqualTo(200);
        Browser.Answer ended = ask(session, "/api/v1/sites/blog/stats");
        assertThat(ended.status()).isEqualTo(401);
        assertThat(ended.body())
                .contains("this shared link was revoked, or its session has ended: open the link again");
        assertThat(open("blog", "{\"secret\":\"%s\"}".formatted(secret(link))).status())
                .isEqualTo(404);
    }

    @Test
    void passwordIsAskedForAndCheckedOverHttp() throws Exception {
        JsonNode link = link("blog", "{\"name\":\"Ada\",\"password\":\"correct horse\"}");
        String body = "{\"secret\":\"%s\",\"password\":\"%s\"}";
        assertThat(open("blog", "{\"secret\":\"%s\"}".formatted(secret(link))).body())
                .isEqualTo("{\"needsPassword\":true,\"session\":null,\"expiresAt\":null}");
        Browser.Answer wrong = open("blog", body.formatted(secret(link), "wrong horse"));
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.body()).contains("link.wrong-password");
        Browser.Answer right = open("blog", body.formatted(secret(link), "correct horse"));
        assertThat(ask(right.json().path("session").asText(), "/api/v1/sites/blog/stats")
                        .status())
                .isEqualTo(200);
    }

    /** The route needs no token, so a few kilobytes must not unpack to megabytes. */
    @Test
    void openingHasABoundedBodyAfterDecompressionToo() throws Exception {
        String secret = secret(link("blog", "{}"));
        String body = "{\"secret\":\"%s\",\"password\":\"%s\"}";
        assertThat(openPacked(body.formatted(secret, "")).status()).isEqualTo(200);
        Browser.Answer bomb = openPacked(body.formatted(secret, "x".repeat(100_000)));
        assertThat(bomb.status()).isEqualTo(413);
        assertThat(bomb.body()).contains("the body is longer than 4096 bytes");
    }

    private Browser.Answer openPacked(String body) throws Exception {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(body.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(packed.size()).isLessThan(4_096);
        return browser.send(browser.request("/api/v1/sites/blog/shared")
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(packed.toByteArray())));
    }

    @Test
    void unknownLinksAndSitesHaveTheSameAnswer() throws Exception {
        link("blog", "{}");
        Browser.Answer link = open("blog", "{\"secret\":\"guessed\"}");
        assertThat(link.status()).isEqualTo(404);
        assertThat(open("nowhere", "{\"secret\":\"guessed\"}").body()).isEqualTo(link.body());
        assertThat(open("blog", "{}").body()).isEqualTo(link.body());
        assertThat(post(admin, "/api/v1/sites/nowhere/links", "{}").status()).isEqualTo(404);
        assertThat(post(admin, "/api/v1/sites/blog/links", "{\"password\":\"short\"}")
                        .body())
                .contains("link.password");
    }

    @Test
    void accessToADeletedSiteDoesNotShowItsSuccessor() throws Exception {
        String session = session(link("blog", "{}"));
        String other = database.tokens().create("other", Set.of(Scope.READ), Optional.of("site:shop"));
        assertThat(browser.send(with(admin, "/api/v1/sites/blog").DELETE()).status())
                .isEqualTo(204);
        database.analytics().createSite(Site.of("blog", "Another"));
        assertThat(ask(session, "/api/v1/sites/blog").status()).isEqualTo(401);
        assertThat(ask(customer, "/api/v1/sites/blog").status()).isEqualTo(401);
        assertThat(ask(other, "/api/v1/sites/shop").status()).isEqualTo(200);
    }

    /** A deletion that failed halfway has deleted the site but not its links. */
    @Test
    void deletingASiteAgainEndsTheAccessToIt() throws Exception {
        String session = session(link("blog", "{}"));
        database.analytics().deleteSite("blog");
        assertThat(browser.send(with(admin, "/api/v1/sites/blog").DELETE()).status())
                .isEqualTo(404);
        database.analytics().createSite(Site.of("blog", "Another"));
        assertThat(ask(session, "/api/v1/sites/blog").status()).isEqualTo(401);
        assertThat(ask(customer, "/api/v1/sites/blog").status()).isEqualTo(401);
    }

    /** The page of a link must not show more when somebody tries it on a server that is open to this machine. */
    @Test
    void sessionIsLimitedOnAServerWithoutTokensToo() throws Exception {
        stop();
        serve(ServiceOptions.Access.OPEN);
        String session = session(link("blog", "{}"));
        assertThat(ask(session, "/api/v1/sites/blog").status()).isEqualTo(200);
        assertThat(ask(session, "/api/v1/sites/shop").status()).isEqualTo(403);
        assertThat(ask(session, "/api/v1/fleet").status()).isEqualTo(403);
        clock.advance(Duration.ofHours(13));
        assertThat(ask(session, "/api/v1/sites/blog").status()).isEqualTo(401);
        assertThat(browser.get("/api/v1/fleet").status()).as("without it").isEqualTo(200);
    }

    @Test
    void contentOfLinksIsHiddenInTheTable() throws Exception {
        link("blog", "{\"name\":\"Ada\",\"password\":\"correct horse\"}");
        String items =
                ask(admin, "/api/v1/table/varve/items?partition=LINKS%23blog").body();
        assertThat(items).contains("sharedLinks", "(hidden)").doesNotContain("pbkdf2");
    }
}
