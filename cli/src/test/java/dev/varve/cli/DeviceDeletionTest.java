package dev.varve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.iot.DynamicReading;
import dev.varve.iot.FleetDevice;
import dev.varve.memory.MemoryEngine;
import dev.varve.server.ServerDatabase;
import dev.varve.server.Service;
import dev.varve.server.ServiceOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Devices are deleted by id, or all that were inactive for long. */
class DeviceDeletionTest {

    private final ServerDatabase database = ServerDatabase.open(new MemoryEngine(InstantSource.system()), "varve");
    private final Service service = Service.start(database, ServiceOptions.onLoopback(0));
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void fill() {
        Instant now = Instant.now();
        database.fleet().append(new DynamicReading("fresh", now, Map.of("v", 1.0)));
        database.fleet().append(new DynamicReading("stale", now.minus(Duration.ofDays(5)), Map.of("v", 1.0)));
        database.fleet().devices().register(FleetDevice.of("never", "never"));
    }

    @AfterEach
    void stop() {
        service.close();
        database.close();
    }

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        String[] all = java.util.Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--server";
        all[args.length + 1] = "http://127.0.0.1:" + service.port();
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all);
    }

    private boolean exists(String id) {
        return database.fleet().devices().find(id).isPresent();
    }

    @Test
    void deviceIsDeletedByItsId() {
        assertThat(run("devices", "delete", "stale", "--dry-run")).isZero();
        assertThat(exists("stale")).isTrue();
        assertThat(run("devices", "delete", "stale")).as(err.toString()).isZero();
        assertThat(exists("stale")).isFalse();
        assertThat(run("devices", "delete", "stale")).isEqualTo(1);
        assertThat(err.toString()).contains("there is no device stale");
    }

    @Test
    void sweepDeletesInactiveDevices() {
        assertThat(run("devices", "sweep", "--inactive", "3d", "--dry-run")).isZero();
        assertThat(out.toString()).contains("stale", "would be deleted").doesNotContain("fresh", "never");
        assertThat(exists("stale")).isTrue();
        assertThat(run("devices", "sweep", "--inactive", "3d"))
                .as(err.toString())
                .isZero();
        assertThat(exists("stale")).isFalse();
        assertThat(exists("fresh")).isTrue();
        assertThat(exists("never")).isTrue();
        assertThat(run("devices", "sweep", "--inactive", "soon")).isNotZero();
        assertThat(err.toString()).contains("--inactive is \"soon\"", "90d");
    }
}
