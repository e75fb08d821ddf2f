package dev.varve.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.iot.DynamicReading;
import dev.varve.key.TimeRange;
import dev.varve.memory.MemoryEngine;
import dev.varve.server.ReadingLayout;
import dev.varve.server.ServerDatabase;
import dev.varve.server.fleet.view.FleetView;
import dev.varve.server.http.TestServer;
import dev.varve.server.http.answer.Json;
import dev.varve.testkit.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RollupApiTest {

    private final MutableClock clock = new MutableClock(Instant.parse("2026-04-20T14:00:00Z"));

    /** Rows of items are wrong until their changes are processed; those of packed readings until blocks are written. */
    private final ServerDatabase database = ServerDatabase.open(new MemoryEngine(clock), "varve", ReadingLayout.ITEMS);

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void rowsOfUnprocessedReadingsArePending() {
        append();

        JsonNode report = verified(() -> false);

        assertThat(report.path("pendingRows").asLong()).isPositive();
        assertThat(report.path("wrongRows").asLong()).isZero();
    }

    @Test
    void rowsThatStayDifferentAreWrong() {
        append();

        JsonNode report = verified(() -> true);

        assertThat(report.path("pendingRows").asLong()).isZero();
        assertThat(report.path("wrongRows").asLong()).isPositive();
    }

    @Test
    void rowsAreComparedAgainAfterCatchingUp() {
        append();

        JsonNode report = verified(() -> {
            database.fleet()
                    .readings()
                    .rollup()
                    .rebuild(TimeRange.of(Instant.parse("2026-04-19T00:00:00Z"), clock.instant()), done -> {});
            return true;
        });

        assertThat(report.path("wrongRows").asLong()).isZero();
        assertThat(report.path("wrong")).isEmpty();
        assertThat(report.path("checked").asLong()).isPositive();
    }

    private void append() {
        database.fleet().append(new DynamicReading("d", clock.instant(), Map.of("v", 1.0)));
        clock.advance(Duration.ofHours(3));
    }

    private JsonNode verified(RollupApi.Settling settling) {
        FleetView view = new FleetView(database.fleet(), clock, new FleetView.Listener() {
            @Override
            public void read(DynamicReading reading) {}

            @Override
            public boolean receivesChanges() {
                return true;
            }
        });
        try (TestServer testServer =
                TestServer.start(new RollupApi(List.of(database.fleet().readings()), view, settling).routes())) {
            return Json.object(testServer
                    .send(
                            "POST",
                            "/api/v1/rollups/verify",
                            "{\"device\":\"d\",\"from\":\"2026-04-20T00:00:00Z\",\"to\":\"2026-04-20T17:00:00Z\"}")
                    .body()
                    .strip());
        }
    }
}
