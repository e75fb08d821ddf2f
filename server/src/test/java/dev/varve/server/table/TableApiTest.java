package dev.varve.server.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.analytics.HitRequest;
import dev.varve.analytics.Site;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.FleetDevice;
import dev.varve.item.Item;
import dev.varve.server.ReadingLayout;
import dev.varve.server.ServerDatabase;
import dev.varve.server.TestEngine;
import dev.varve.server.auth.Scope;
import dev.varve.server.http.TestServer;
import dev.varve.server.http.WebServer;
import dev.varve.server.http.access.AccessControl;
import dev.varve.server.http.answer.Json;
import dev.varve.server.http.limit.ServerLimits;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.local.DynamoDbLocal;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The HTTP API of tables, on a database with a fleet and a site. */
@ParameterizedClass
@EnumSource(names = {"ROCKSDB", "DYNAMODB", "ITEMS_ROCKSDB"})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TableApiTest {

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    @TempDir
    static Path directory;

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Instant START = Instant.parse("2026-04-20T14:00:00Z");
    private static final int READINGS = 250;

    /** The hours from the oldest reading to {@link #START}. */
    private static final int BLOCKS = 6;

    private static final Instant OLDEST = START.minusSeconds(60L * (READINGS - 1));

    private MutableClock clock;
    private ServerDatabase database;
    private WebServer server;

    @Parameter
    private TestEngine engine;

    private Storage storage() {
        return engine == TestEngine.DYNAMODB ? Storage.dynamoDb() : Storage.rocksDb(directory);
    }

    private boolean isPacked() {
        return engine.layout() == ReadingLayout.PACKED;
    }

    @BeforeParameterizedClassInvocation
    void open() {
        clock = new MutableClock(START);
        database = ServerDatabase.open(
                engine.open(clock, directory.resolve(engine.name()), LOCAL), "varve", engine.layout());
        database.fleet().devices().register(FleetDevice.of("a/1", "First").withLocation("hall"));
        List<DynamicReading> readings = new ArrayList<>();
        for (int i = 0; i < READINGS; i++) {
            readings.add(new DynamicReading("a/1", START.minusSeconds(60L * i), Map.of("temperature", 20.0 + i)));
        }
        for (int i = 0; i < 9; i++) {
            readings.add(new DynamicReading("device_" + i, START, Map.of("temperature", 20.0)));
        }
        database.fleet().appendAll(readings);
        database.analytics()
                .createSite(new Site("blog", "Blog", List.of("blog.example"), null, "Europe/Berlin", null, null, null));
        database.analytics()
                .ingest(HitRequest.pageView("https://blog.example/")
                        .site("blog")
                        .sender("203.0.113.7", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
                        .build());
        database.tokens().create("ada", Set.of(Scope.READ), Optional.empty());
        database.fleet().processing();
        database.analytics().catchUp(Duration.ofMinutes(1));
        clock.advance(Duration.ofHours(3));
        database.analytics().catchUp(Duration.ofMinutes(1));
        server = WebServer.start(
                "127.0.0.1",
                0,
                new WebServer.Parts(
                        new TableApi(database.varve(), storage()).routes(),
                        List.of(),
                        AccessControl.open(),
                        ServerLimits.DEFAULT,
                        clock,
                        null));
    }

    @AfterParameterizedClassInvocation
    void close() {
        server.close();
        database.close();
    }

    private HttpResponse<String> send(String path) {
        try {
            return CLIENT.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/api/v1/table" + path))
                            .build(),
                    BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private JsonNode ask(String path) {
        HttpResponse<String> answer = send(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Json.object(answer.body());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private List<String> partitions(String prefix, int limit) {
        List<String> found = new ArrayList<>();
        String next = "";
        while (next != null) {
            JsonNode page = ask("/varve/partitions?limit=" + limit + "&prefix=" + encoded(prefix) + "&page=" + next);
            page.get("partitions").forEach(row -> found.add(row.get("partition").asText()));
            assertThat(page.get("partitions").size()).isLessThanOrEqualTo(limit);
            next = page.get("next").isNull() ? null : page.get("next").asText();
        }
        return found;
    }

    private List<JsonNode> items(String parameters) {
        List<JsonNode> found = new ArrayList<>();
        String next = "";
        while (next != null) {
            JsonNode page = ask("/varve/items?" + parameters + "&page=" + next);
            page.get("items").forEach(found::add);
            next = page.get("next").isNull() ? null : page.get("next").asText();
        }
        return found;
    }

    @Test
    void tablesListTheirKindsAndRetention() {
        JsonNode answer = ask("");
        assertThat(answer.get("engine").asText()).isEqualTo(storage().engine());
        JsonNode table = answer.get("tables").get(0);
        assertThat(table.get("name").asText()).isEqualTo("varve");
        Map<String, JsonNode> kinds = new java.util.HashMap<>();
        table.get("kinds").forEach(kind -> kinds.put(kind.get("kind").asText(), kind));
        assertThat(kinds.get("readings").get("partition").asText()).isEqualTo("DEVICE#{deviceId}");
        assertThat(kinds.get("readings").get("declaration").asText()).isEqualTo("series readings");
        assertThat(kinds.get("readings").get("keepSeconds").asLong()).isEqualTo(30 * 86_400);
        assertThat(kinds.get("devices").get("declaration").asText()).isEqualTo("entity devices");
        assertThat(kinds.get("readings hourly").get("source").asText()).isEqualTo("readings");
        assertThat(kinds.get("readings daily").get("source").asText()).isEqualTo("readings hourly");
        assertThat(kinds.get("readings hourly by location").get("source").asText())
                .isEqualTo("readings hourly");
        assertThat(kinds.get("readings hourly").get("declaration").asText()).isEqualTo("rollup readings hourly");
        assertThat(kinds).doesNotContainKey(ItemKind.INTERNAL);
    }

    @Test
    void everyItemHasAKind() {
        for (String partition : partitions("", 7)) {
            for (JsonNode item : items("partition=" + encoded(partition))) {
                assertThat(item.get("kind").isNull()).as(item.toString()).isFalse();
            }
        }
    }

    @Test
    void partitionsAreListedOnceInPages() {
        List<String> all = partitions("", 500);
        assertThat(all).doesNotHaveDuplicates().contains("DEVICE#a/1", "SITE#blog", "TOKENS", "SCHEMA#readings");
        Set<String> stored = new HashSet<>();
        database.varve().table("varve").stream(dev.varve.table.Scan.all()).forEach(item -> stored.add(item.text("pk")));
        assertThat(all).containsExactlyInAnyOrderElementsOf(stored);
        assertThat(partitions("", 3)).containsExactlyElementsOf(all);
        assertThat(partitions("DEVICE#device_", 4))
                .hasSize(9)
                .allMatch(partition -> partition.startsWith("DEVICE#device_"));
        assertThat(partitions("TOKENS", 4)).containsExactly("TOKENS");
        assertThat(partitions("TOKENSx", 4)).isEmpty();
        assertThat(partitions("\u0001", 4)).isEmpty();
        assertThat(partitions("ÿ", 4)).isEmpty();
    }

    @Test
    void partitionsCountTheirItemsByKind() {
        JsonNode device = ask("/varve/partitions?prefix=" + encoded("DEVICE#a/1"))
                .get("partitions")
                .get(0);
        assertThat(device.get("kinds").get("readings").asInt()).isEqualTo(isPacked() ? BLOCKS : KindCounts.COUNTED);
        assertThat(device.get("more").asBoolean()).isEqualTo(!isPacked());
        assertThat(device.get("kinds").get("devices").asInt()).isEqualTo(1);
        // The hours of a day of packed readings are one item.
        assertThat(device.get("kinds").get("readings hourly").asInt()).isGreaterThan(isPacked() ? 0 : 3);
        JsonNode small = ask("/varve/partitions?prefix=" + encoded("DEVICE#device_1"))
                .get("partitions")
                .get(0);
        assertThat(small.get("kinds").get("readings").asInt()).isEqualTo(1);
        assertThat(small.get("more").asBoolean()).isFalse();
    }

    @Test
    void itemsHaveTheirKeyPartsAndRetention() {
        JsonNode item = ask("/varve/items?limit=1&partition=" + encoded("DEVICE#a/1") + "&from=" + encoded("READING#"))
                .get("items")
                .get(0);
        Instant hour = OLDEST.truncatedTo(ChronoUnit.HOURS);
        // A block expires with its last reading.
        Instant last = isPacked() ? hour.plus(Duration.ofMinutes(59)) : OLDEST;
        assertThat(item.get("kind").asText()).isEqualTo("readings");
        assertThat(item.get("parts").get("deviceId").asText()).isEqualTo("a/1");
        assertThat(item.get("parts").get("at").asText()).isEqualTo((isPacked() ? hour : OLDEST).toString());
        assertThat(item.get("keepSeconds").asLong()).isEqualTo(30 * 86_400);
        assertThat(item.get("ttl").asLong())
                .isEqualTo(last.plus(Duration.ofDays(30)).getEpochSecond());
        assertThat(item.get("attributes").has("pk")).isFalse();
        Item stored = database.varve()
                .table("varve")
                .get(dev.varve.table.Key.of("DEVICE#a/1", item.get("sort").asText()))
                .orElseThrow();
        assertThat(item.get("bytes").asInt()).isEqualTo(stored.size());
        JsonNode schema = ask("/varve/items?partition=" + encoded("SCHEMA#readings"))
                .get("items")
                .get(0);
        assertThat(schema.get("kind").asText()).isEqualTo(ItemKind.INTERNAL);
        assertThat(schema.get("parts").get("name").asText()).isEqualTo("readings");
    }

    @Test
    void itemsAreReadFromAKeyInBothOrders() {
        String partition = "partition=" + encoded("DEVICE#a/1");
        List<JsonNode> up = items(partition + "&limit=40");
        List<JsonNode> down = items(partition + "&limit=40&order=desc");
        assertThat(up).hasSizeGreaterThan(isPacked() ? BLOCKS : READINGS).containsExactlyInAnyOrderElementsOf(down);
        assertThat(down.get(0)).isEqualTo(up.get(up.size() - 1));
        int half = up.size() / 2;
        String middle = up.get(half).get("sort").asText();
        assertThat(items(partition + "&limit=40&from=" + encoded(middle)))
                .containsExactlyElementsOf(up.subList(half, up.size()));
        assertThat(items(partition + "&limit=40&order=desc&from=" + encoded(middle)))
                .containsExactlyElementsOf(down.subList(down.size() - half - 1, down.size()));
    }

    @Test
    void blockShowsItsReadings() {
        String partition = "partition=" + encoded("DEVICE#a/1");
        List<JsonNode> blocks = items(partition + "&from=" + encoded("READING#")).stream()
                .filter(item -> item.has("block"))
                .toList();
        if (!isPacked()) {
            assertThat(blocks).isEmpty();
            return;
        }
        assertThat(blocks).hasSize(BLOCKS);
        JsonNode first = blocks.get(0);
        assertThat(first.get("block").get("events").asInt()).isEqualTo(9);
        assertThat(first.get("block").get("first").asText()).isEqualTo(OLDEST.toString());
        String path = "/varve/block?" + partition + "&sort="
                + encoded(first.get("sort").asText());
        List<String> rows = new ArrayList<>();
        String page = "";
        do {
            JsonNode answer = ask(path + "&limit=4" + page);
            answer.get("rows").forEach(row -> rows.add(row.toString()));
            page = answer.get("next").isNull()
                    ? ""
                    : "&page=" + encoded(answer.get("next").asText());
        } while (!page.isEmpty());
        assertThat(rows)
                .hasSize(9)
                .startsWith(
                        "{\"at\":\"2026-04-20T09:51:00Z\",\"values\":{\"fields.temperature\":269,\"location\":\"hall\"}}");
        assertThat(send(path + "&limit=1&format=csv").body().lines())
                .containsExactly("at,fields.temperature,location", "2026-04-20T09:51:00Z,269,hall");
    }

    @Test
    void onlyBlocksHaveReadings() {
        String device = "/varve/block?partition=" + encoded("DEVICE#a/1") + "&sort=";
        assertThat(send(device + encoded("#METADATA")).statusCode()).isEqualTo(404);
        String missing = encoded("READING#2020-01-01T00:00:00.000000000Z~00");
        assertThat(send(device + missing).statusCode()).isEqualTo(404);
        assertThat(send("/varve/block?partition=TOKENS&sort=x").statusCode()).isEqualTo(404);
    }

    @Test
    void saltsAreNeverShown() {
        String salt = partitions("SALT#", 5).get(0);
        JsonNode item =
                ask("/varve/items?partition=" + encoded(salt)).get("items").get(0);
        assertThat(item.get("kind").asText()).isEqualTo("visitorSalts");
        assertThat(item.get("attributes"))
                .isNotEmpty()
                .allMatch(value -> value.asText().equals(Attributes.HIDDEN));
    }

    @Test
    void tokensAreShownToAdminsOnly() throws Exception {
        String reading = database.tokens().create("carl", Set.of(Scope.READ), Optional.empty());
        String admin = database.tokens().create("dora", Set.of(Scope.ADMIN), Optional.empty());
        String hash = database.tokens().find(reading).orElseThrow().hash();
        String path = "/api/v1/table/varve/items?partition=TOKENS";
        try (TestServer testServer = TestServer.start(TestServer.parts(
                new TableApi(database.varve(), storage()).routes(), AccessControl.of(database.tokens()), null))) {
            String shown = testServer
                    .send(testServer.request(path).header("Authorization", "Bearer " + admin))
                    .body();
            assertThat(shown).contains("carl", "dora", hash);
            HttpResponse<String> hidden =
                    testServer.send(testServer.request(path).header("Authorization", "Bearer " + reading));
            assertThat(hidden.statusCode()).isEqualTo(200);
            assertThat(hidden.body())
                    .contains("\"kind\":\"tokens\"", Attributes.HIDDEN)
                    .doesNotContain("carl", "dora", "admin", hash);
            assertThat(testServer
                            .send(testServer.request(path + "&format=csv").header("Authorization", "Bearer " + reading))
                            .body())
                    .contains("TOKENS," + Attributes.HIDDEN)
                    .doesNotContain(hash);
            assertThat(Json.object(testServer
                                    .send(testServer
                                            .request(path + "&limit=1")
                                            .header("Authorization", "Bearer " + reading))
                                    .body())
                            .get("next")
                            .isNull())
                    .as("a page token would contain a key")
                    .isTrue();
            String next = Json.object(testServer
                            .send(testServer.request(path + "&limit=1").header("Authorization", "Bearer " + admin))
                            .body())
                    .get("next")
                    .asText();
            for (String begin : List.of("&from=TOKEN%238", "&page=" + next, "&explain=true&from=TOKEN%238")) {
                assertThat(testServer
                                .send(testServer.request(path + begin).header("Authorization", "Bearer " + reading))
                                .body())
                        .as(begin)
                        .contains("ask.hidden");
                assertThat(testServer
                                .send(testServer.request(path + begin).header("Authorization", "Bearer " + admin))
                                .statusCode())
                        .as(begin)
                        .isEqualTo(200);
            }
        }
        assertThat(ask("/varve/items?partition=TOKENS").toString()).contains("carl", hash);
    }

    @Test
    void readsOfItemsCanBeExplained() {
        JsonNode answer = ask("/varve/items?explain=true&limit=10&partition=" + encoded("DEVICE#a/1"));
        assertThat(answer.get("requests").get(0).get("operation").asText()).isEqualTo("Query");
        assertThat(answer.get("capacity").get("read").asDouble()).isPositive();
    }

    @Test
    void invalidRequestsAreRefused() {
        assertThat(send("/nothing/items?partition=x").statusCode()).isEqualTo(404);
        assertThat(send("/varve/items").body()).contains("ask.missing");
        assertThat(send("/varve/items?partition=x&order=up").body()).contains("ask.order");
        assertThat(send("/varve/items?partition=x&limit=501").body()).contains("ask.number");
        assertThat(send("/varve/items?partition=" + "x".repeat(3_000)).statusCode())
                .isEqualTo(400);
        assertThat(send("/varve/items?partition=x&from=" + "x".repeat(2_000)).statusCode())
                .isEqualTo(400);
    }

    /** Page tokens are base64, as are most of the texts sent here. */
    @Test
    void changedPageTokensAreRefused() {
        long seed = Long.getLong("seed", 42);
        SplittableRandom random = new SplittableRandom(seed);
        String good = ask("/varve/partitions?limit=1").get("next").asText();
        String goodItems = ask("/varve/items?limit=1&partition=" + encoded("DEVICE#a/1"))
                .get("next")
                .asText();
        for (int i = 0; i < 60; i++) {
            String token = mutated(i % 2 == 0 ? good : goodItems, random);
            String path = i % 4 < 2
                    ? "/varve/partitions?limit=1&page=" + encoded(token)
                    : "/varve/items?limit=1&partition=" + encoded("DEVICE#a/1") + "&page=" + encoded(token);
            HttpResponse<String> answer = send(path);
            assertThat(answer.statusCode())
                    .as("seed %s, token %s: %s", seed, token, answer.body())
                    .isIn(200, 400);
            if (answer.statusCode() == 400) {
                assertThat(Json.object(answer.body()).get("message").asText()).isNotEmpty();
            }
        }
    }

    private static String mutated(String token, SplittableRandom random) {
        StringBuilder text = new StringBuilder(token);
        for (int i = 0; i <= random.nextInt(3); i++) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.setCharAt(at, "AZaz09-_=+/ ".charAt(random.nextInt(12)));
                case 1 -> text.setLength(at + 1);
                case 2 -> text.insert(at, "AQAB".repeat(random.nextInt(1, 50)));
                default -> text.deleteCharAt(at).append('x');
            }
        }
        return text.toString();
    }
}
