package dev.varve.server;

import dev.varve.engine.Engine;
import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.MutableClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A server on an engine, with a clock that stands still. */
abstract class ServiceFixture {

    static final Instant NOW = Instant.parse("2060-04-20T14:00:00Z");

    final MutableClock clock = new MutableClock(NOW);
    String table;
    ServerDatabase database;
    Service service;
    Browser browser;

    abstract Engine newEngine(MutableClock engineClock) throws Exception;

    ReadingLayout layout() {
        return ReadingLayout.PACKED;
    }

    @BeforeEach
    void start() throws Exception {
        table = "varve-" + EngineHarness.TABLES.incrementAndGet();
        database = ServerDatabase.open(newEngine(clock), table, layout());
        service = Service.start(database, ServiceOptions.onLoopback(0));
        browser = new Browser(service.port());
    }

    @AfterEach
    void stop() {
        service.close();
        database.close();
    }

    void catchUp() {
        database.varve().processing().catchUp(Duration.ofSeconds(30));
    }

    static long millis(int minutesAgo) {
        return NOW.minus(Duration.ofMinutes(minutesAgo)).toEpochMilli();
    }
}
