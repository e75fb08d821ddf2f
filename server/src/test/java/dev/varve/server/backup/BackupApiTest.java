package dev.varve.server.backup;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.server.http.TestServer;
import dev.varve.server.http.answer.Json;
import dev.varve.testkit.MutableClock;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupApiTest {

    private final MutableClock clock = new MutableClock(Instant.parse("2026-04-20T14:00:00Z"));

    @TempDir
    private Path root;

    @Test
    void backupIsMadeAndListed() {
        try (Backups backups =
                        Backups.open(new BackupSettings(root.resolve("backups"), null, 7), new CopiedFiles(), clock);
                TestServer server = TestServer.start(new BackupApi(backups).routes())) {
            HttpResponse<String> begun = server.send("POST", "/api/v1/backups", "");
            assertThat(begun.statusCode()).isEqualTo(202);
            assertThat(begun.body())
                    .isEqualTo("{\"name\":\"varve-20260420T140000Z\",\"state\":\"running\",\"scheduled\":false,"
                            + "\"startedAt\":\"2026-04-20T14:00:00Z\"}");
            assertThat(server.send("POST", "/api/v1/backups", "{\"name\":\"b\"}")
                            .body())
                    .contains("backup.running");
            backups.runDue();
            JsonNode good = Json.object(
                    server.get("/api/v1/backups/varve-20260420T140000Z").body());
            assertThat(good.path("state").asText()).isEqualTo("good");
            JsonNode list = Json.object(server.get("/api/v1/backups").body());
            assertThat(list.path("backups")).containsExactly(good);
            assertThat(list.path("directory").asText())
                    .isEqualTo(root.resolve("backups").toString());
            assertThat(server.get("/api/v1/backups/other").statusCode()).isEqualTo(404);
            assertThat(server.get("/api/v1/backups/..%2F..").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void nameFromTheNetworkCannotLeaveTheDirectory() {
        try (Backups backups =
                        Backups.open(new BackupSettings(root.resolve("backups"), null, 7), new CopiedFiles(), clock);
                TestServer server = TestServer.start(new BackupApi(backups).routes())) {
            HttpResponse<String> refused = server.send("POST", "/api/v1/backups", "{\"name\":\"../../etc/cron.d/x\"}");
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("backup.name");
        }
    }

    @Test
    void serverWithoutADirectorySaysHowToGetOne() {
        try (TestServer server = TestServer.start(new BackupApi(null).routes())) {
            assertThat(server.get("/api/v1/backups").body()).contains("\"directory\":null", "\"backups\":[]");
            HttpResponse<String> refused = server.send("POST", "/api/v1/backups", "{\"name\":\"a\"}");
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("backup.no-directory", "start it with --backup-to DIR");
            assertThat(server.get("/api/v1/backups/a").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void everyRouteNeedsTheAdminScope() {
        assertThat(new BackupApi(null).routes())
                .allSatisfy(route -> assertThat(String.valueOf(route.scope())).isEqualTo("ADMIN"));
    }
}
