package dev.varve.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.iot.DeviceStatus;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.FleetDevice;
import dev.varve.memory.MemoryEngine;
import dev.varve.server.ServerDatabase;
import dev.varve.server.fleet.view.FleetView;
import dev.varve.server.http.TestServer;
import dev.varve.testkit.CountingEngine;
import dev.varve.testkit.MutableClock;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FleetApiTest {

    private final MutableClock clock = new MutableClock(Instant.parse("2026-04-20T14:00:00Z"));
    private final CountingEngine engine = new CountingEngine(new MemoryEngine(clock));
    private final ServerDatabase database = ServerDatabase.open(engine, "varve", clock);
    private final FleetView view = new FleetView(database.fleet(), clock, new FleetView.Listener() {
        @Override
        public void read(DynamicReading reading) {}

        @Override
        public boolean receivesChanges() {
            return true;
        }
    });
    private final TestServer testServer = TestServer.start(new FleetApi(database.fleet(), view).routes());

    @AfterEach
    void close() {
        testServer.close();
        database.close();
    }

    private HttpResponse<String> put(String body) {
        return testServer.send(testServer
                .request("/api/v1/devices/d")
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(body)));
    }

    @Test
    void newDeviceIsRegisteredWithoutReadingItFirst() {
        testServer.get("/api/v1/devices");
        engine.reset();
        HttpResponse<String> answer = put("{\"name\":\"Dock 4\",\"location\":\"hall\"}");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"deviceId\":\"d\"", "\"name\":\"Dock 4\"", "\"status\":\"active\"");
        assertThat(engine.writes()).isEqualTo(1);
        // The response reads the newest readings and the rows of the last month. Two reads of the device would add 2.
        assertThat(engine.used().table().read()).isEqualTo(1.5);
        assertThat(database.fleet().devices().find("d").orElseThrow().location())
                .contains("hall");
    }

    @Test
    void existingDeviceIsChanged() {
        put("{\"name\":\"Dock 4\",\"location\":\"hall\"}");
        HttpResponse<String> answer = put("{\"status\":\"maintenance\"}");
        assertThat(answer.body())
                .contains("\"name\":\"Dock 4\"", "\"status\":\"maintenance\"", "\"location\":\"hall\"");
        assertThat(database.fleet().devices().find("d").orElseThrow().status()).isEqualTo(DeviceStatus.MAINTENANCE);
    }

    @Test
    void deviceInDeletionIsNotChanged() {
        database.fleet().devices().register(FleetDevice.of("d", "old").withStatus(DeviceStatus.DELETING));
        HttpResponse<String> answer = put("{\"name\":\"new\",\"status\":\"active\"}");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("device.deleting", "device d is being deleted: wait until it is deleted");
        FleetDevice left = database.fleet().devices().find("d").orElseThrow();
        assertThat(left.name()).isEqualTo("old");
        assertThat(left.status()).isEqualTo(DeviceStatus.DELETING);
    }
}
