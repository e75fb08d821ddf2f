package dev.varve.server.sites;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.Varve;
import dev.varve.analytics.Analytics;
import dev.varve.analytics.AnalyticsStore;
import dev.varve.analytics.Goal;
import dev.varve.analytics.Site;
import dev.varve.analytics.enrich.Countries;
import dev.varve.analytics.enrich.Enrichment;
import dev.varve.engine.Engine;
import dev.varve.key.Ulid;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import dev.varve.server.auth.SharedLinks;
import dev.varve.server.auth.TokenStore;
import dev.varve.server.http.WebServer;
import dev.varve.server.http.access.AccessControl;
import dev.varve.server.http.limit.Admission;
import dev.varve.server.http.limit.ServerLimits;
import dev.varve.server.http.meter.IngestMeter;
import dev.varve.server.http.route.Route;
import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.MutableClock;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A server with one site on loopback, and requests to it. */
abstract class SitesFixture {

    static final Instant NOON = Instant.parse("2060-04-20T12:00:00Z");
    static final String CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
            + " Chrome/126.0.0.0 Safari/537.36";

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Shared by all tests, because it is slow to create and has no state. */
    private static final Enrichment ENRICHMENT = Enrichment.with(Countries.bundled());

    final MutableClock clock = new MutableClock(NOON);
    final Admission admission = new Admission(1);
    private final SplittableRandom random = new SplittableRandom(1);

    Varve db;
    AnalyticsStore store;
    TokenStore tokens;
    SharedLinks links;
    private WebServer server;

    /** Returns a new engine with this clock; it is closed after the test. */
    abstract Engine newEngine(MutableClock newClock) throws Exception;

    @BeforeEach
    void open() throws Exception {
        Declaration[] declarations = Stream.concat(
                        Analytics.declarations().stream(), Stream.of(TokenStore.TOKENS, SharedLinks.LINKS))
                .toArray(Declaration[]::new);
        db = Varve.on(newEngine(clock))
                .clock(clock)
                .open(Schema.of("sites-" + EngineHarness.TABLES.incrementAndGet(), declarations));
        store = AnalyticsStore.on(db)
                .clock(clock)
                .random(random.split())
                .enrichment(ENRICHMENT)
                .open();
        tokens = new TokenStore(db.entities(TokenStore.TOKENS), clock);
        links = new SharedLinks(db.entities(SharedLinks.LINKS), clock);
        store.createSite(Site.of("shop", "Shop").withDomains("shop.example"));
        store.createGoal(Goal.page("shop", "prices", Goal.Match.PREFIX, "/pri").named("Prices"));
        store.createGoal(Goal.event("shop", "signup", Goal.Match.REGEX, "^S|e").named("Sign-up"));
        start(AccessControl.open());
    }

    final void start(AccessControl gate) {
        if (server != null) {
            server.close();
        }
        List<Route> routes = new ArrayList<>(
                new EventApi(store, admission, new HitRate(ServerLimits.DEFAULT_HITS_PER_SECOND), IngestMeter.NONE)
                        .routes());
        routes.addAll(new SitesApi(store, links::revokeAll).routes());
        routes.addAll(new GoalsApi(store).routes());
        routes.addAll(new VisitorsApi(store).routes());
        routes.addAll(new StatsApi(store).routes());
        routes.addAll(new ListsApi(store).routes());
        routes.addAll(new FunnelsApi(store).routes());
        routes.addAll(new DroppedApi(store).routes());
        server = WebServer.start(
                "127.0.0.1", 0, new WebServer.Parts(routes, List.of(), gate, ServerLimits.DEFAULT, clock, null));
    }

    @AfterEach
    void close() {
        server.close();
        store.close();
        db.close();
    }

    final HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }

    static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return CLIENT.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    /** Sends a GET request for the site and expects success. */
    final JsonNode ask(String path) throws Exception {
        HttpResponse<String> answer = send(request("/api/v1/sites/shop" + path));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    static JsonNode json(HttpResponse<String> answer) throws Exception {
        return JSON.readTree(answer.body());
    }

    /** Expects a refusal with this status and code. */
    final void assertRefused(int status, String code, HttpRequest.Builder request) throws Exception {
        HttpResponse<String> answer = send(request);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(json(answer).path("code").asText()).as(answer.body()).isEqualTo(code);
        assertThat(json(answer).path("message").asText()).isNotEmpty();
    }

    final HttpRequest.Builder put(String path, String body) {
        return request(path).PUT(BodyPublishers.ofString(body));
    }

    final HttpRequest.Builder delete(String path) {
        return request(path).DELETE();
    }

    /** Returns an event of the tracking script that a proxy on this machine forwards for a visitor. */
    final HttpRequest.Builder event(String visitor, String body) {
        return request("/api/event")
                .header("Content-Type", "text/plain")
                .header("User-Agent", CHROME)
                .header("X-Forwarded-For", visitor)
                .POST(BodyPublishers.ofString(body));
    }

    final void view(String visitor, String path, Instant at) throws Exception {
        take(
                visitor,
                "{\"n\":\"pageview\",\"u\":\"https://shop.example%s\",\"d\":\"shop\",\"id\":\"%s\"}"
                        .formatted(path, ulid(at)));
    }

    final void happen(String visitor, String name, Instant at) throws Exception {
        take(
                visitor,
                "{\"n\":\"%s\",\"u\":\"https://shop.example/\",\"d\":\"shop\",\"id\":\"%s\"}"
                        .formatted(name, ulid(at)));
    }

    final void take(String visitor, String body) throws Exception {
        HttpResponse<String> answer = send(event(visitor, body));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
    }

    final String ulid(Instant at) {
        return Ulid.next(at, random);
    }

    final void catchUp() {
        store.catchUp(Duration.ofMinutes(1));
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
