package dev.varve.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.error.Unavailable;
import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.local.DynamoDbLocal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two servers on one DynamoDB table with packed readings: each answers with the readings of both. */
class TwoServersTest {

    private static final String ALERTS = "/api/v1/alerts?device=oven";
    private static final int MAX_ATTEMPTS = 20;

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    private final MutableClock clock = new MutableClock(ServiceFixture.NOW);
    private final String table = "varve-" + EngineHarness.TABLES.incrementAndGet();
    private Server one;
    private Server two;

    /** A server with its own engine, as in a process of its own. */
    private final class Server {
        final ServerDatabase database =
                ServerDatabase.open(TestEngine.DYNAMODB.open(clock, Path.of("."), LOCAL), table, ReadingLayout.PACKED);
        final Service service = Service.start(database, ServiceOptions.onLoopback(0));
        final Browser browser = new Browser(service.port());

        void write(String line) throws Exception {
            assertThat(browser.post("/write?precision=ms", "text/plain", line).status())
                    .isEqualTo(204);
        }

        /** Does what this server does once in a second. */
        Browser informed() {
            database.varve().processing().readWriters();
            return browser;
        }

        /** Lets the server with the lease handle all events; the other one gives up. */
        void catchUp() {
            try {
                database.varve().processing().catchUp(Duration.ofSeconds(2));
            } catch (Unavailable notTheOne) {
                assertThat(notTheOne.code()).isIn("feed.catch-up", "feed.more-waiting");
            }
        }

        void close() {
            service.close();
            database.close();
        }
    }

    @BeforeEach
    void start() {
        one = new Server();
        two = new Server();
    }

    @AfterEach
    void stop() {
        two.close();
        one.close();
    }

    private static String oven(double temperature, int minutesAgo) {
        return "climate,device=oven,location=hall temperature=%s %s"
                .formatted(temperature, ServiceFixture.millis(minutesAgo));
    }

    @Test
    void readingsOfTheOtherServerAreReadAtOnce() throws Exception {
        one.write(oven(20, 3));
        one.write(oven(21, 2));
        two.write(oven(22, 1));
        for (Server server : new Server[] {one, two}) {
            Browser browser = server.informed();
            JsonNode readings = browser.ask("/api/v1/devices/oven/readings?from=-1h");
            assertThat(readings.path("readings")).as(readings.toString()).hasSize(3);
            JsonNode rows = browser.ask("/api/v1/rollups?device=oven&from=-3h");
            assertThat(rows.path("rows").get(0).path("count").asInt())
                    .as(rows.toString())
                    .isEqualTo(3);
            JsonNode device = browser.ask("/api/v1/devices/oven");
            assertThat(device.path("latest").path("fields").path("temperature").asDouble())
                    .as(device.toString())
                    .isEqualTo(22);
        }
    }

    @Test
    void liveViewShowsReadingsOfTheOtherServer() throws Exception {
        one.write(oven(20, 3));
        two.informed().ask("/api/v1/fleet");
        // The clock stands still, so that nothing but the journal of the other server brings this reading.
        one.write(oven(23, 1));
        JsonNode devices = two.informed().ask("/api/v1/devices");
        assertThat(devices.toString()).contains("23.0");
    }

    @Test
    void alertIsOpenedOnceWhicheverServerTookTheReading() throws Exception {
        Browser.Answer put = two.browser.put(
                "/api/v1/rules/too-hot",
                Map.of("kind", "above", "field", "temperature", "limit", 30, "severity", "critical"));
        assertThat(put.status()).as(put.body()).isEqualTo(200);
        clock.advance(Duration.ofSeconds(30));
        one.write(oven(45, 0));
        two.write(oven(46, -1));
        JsonNode alerts = one.browser.ask(ALERTS);
        for (int attempt = 0; attempt < MAX_ATTEMPTS && alerts.path("alerts").isEmpty(); attempt++) {
            one.catchUp();
            two.catchUp();
            alerts = one.browser.ask(ALERTS);
        }
        assertThat(alerts.path("alerts")).as(alerts.toString()).hasSize(1);
        // All events are handled on one of them, and the other one may do so again after the lease.
        clock.advance(Duration.ofSeconds(50));
        one.catchUp();
        two.catchUp();
        assertThat(two.browser.ask(ALERTS).path("alerts")).hasSize(1);
    }

    @Test
    void readingsOfAServerThatClosedStay() throws Exception {
        one.write(oven(20, 3));
        two.informed().ask("/api/v1/fleet");
        one.write(oven(21, 1));
        one.close();
        try {
            JsonNode readings = two.informed().ask("/api/v1/devices/oven/readings?from=-1h");
            assertThat(readings.path("readings")).as(readings.toString()).hasSize(2);
            // The last reading went into a block before this server saw it. The next refresh of the view finds it.
            clock.advance(Duration.ofSeconds(31));
            assertThat(two.browser.ask("/api/v1/devices").toString()).contains("21.0");
        } finally {
            one = new Server();
        }
    }
}
