package dev.varve.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.engine.DiskSpace;
import dev.varve.engine.Engine;
import dev.varve.error.Unavailable;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.item.Item;
import dev.varve.memory.MemoryEngine;
import dev.varve.server.auth.TokenStore;
import dev.varve.server.http.TestServer;
import dev.varve.server.http.access.AccessControl;
import dev.varve.server.http.limit.Admission;
import dev.varve.server.http.meter.IngestMeter;
import dev.varve.server.table.Storage;
import dev.varve.table.Key;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.testkit.InterceptedEngine;
import dev.varve.testkit.MutableClock;
import java.lang.reflect.Method;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpsApiTest {

    private final MutableClock clock = new MutableClock(Instant.parse("2026-04-20T14:00:00Z"));
    private final AtomicBoolean isDown = new AtomicBoolean();
    private final Metrics metrics = new Metrics();
    private volatile DiskSpace space = new DiskSpace(5_000, 1_000, null);
    private final Varve db = Varve.on(MeteredEngine.of(new Failing(new MemoryEngine(clock)), metrics))
            .clock(clock)
            .open("varve", TokenStore.TOKENS);
    private final TestServer testServer = TestServer.start(TestServer.parts(
                    new OpsApi(db, this::disk, metrics.watch(db).watchDisk(this::disk), () -> "1.2.3").routes(),
                    AccessControl.open(),
                    null)
            .observedBy(metrics));

    /** An engine whose tables can fail. */
    private class Failing extends InterceptedEngine {

        Failing(Engine engine) {
            super(engine);
        }

        @Override
        protected Object intercept(Table table, Method method, Object[] arguments) throws Throwable {
            if (isDown.get() && isRequest(method)) {
                Object failed = CompletableFuture.failedFuture(new Unavailable("test.down", "the table went away"));
                return failed;
            }
            return pass(table, method, arguments);
        }
    }

    @AfterEach
    void stop() {
        testServer.close();
        isDown.set(false);
        db.close();
        metrics.close();
    }

    private void process() {
        db.processing().follow("varve", new ChangeHandler() {
            @Override
            public CompletableFuture<Void> handle(List<Change> changes) {
                return CompletableFuture.completedFuture(null);
            }
        });
        db.processing().catchUp(Duration.ofSeconds(10));
    }

    private String measured(String name) {
        return testServer
                .get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name))
                .findFirst()
                .orElse("");
    }

    @Test
    void serverIsHealthyEvenIfTheTableFails() {
        isDown.set(true);
        HttpResponse<String> answer = testServer.get("/health");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).startsWith("{\"alive\":true,");
    }

    @Test
    void serverIsReadyOnlyWhileTheTableAnswers() {
        assertThat(testServer.get("/ready").body()).contains("processing has not begun");
        process();
        assertThat(testServer.get("/ready").body()).isEqualTo("{\"ready\":true,\"reasons\":[]}");
        isDown.set(true);
        HttpResponse<String> down = testServer.get("/ready");
        assertThat(down.statusCode()).isEqualTo(503);
        assertThat(down.body()).contains("\"ready\":false", "table varve does not answer: test.down");
        isDown.set(false);
        assertThat(testServer.get("/ready").statusCode()).isEqualTo(200);
    }

    private Optional<DiskSpace> disk() {
        return Optional.of(space);
    }

    @Test
    void lowDiskIsReportedByReadyAndMetrics() {
        process();
        assertThat(measured("varve_disk_free_bytes ")).endsWith(" 5000.0");
        assertThat(measured("varve_disk_reserve_bytes ")).endsWith(" 1000.0");
        assertThat(measured("varve_disk_refusing ")).endsWith(" 0.0");
        assertThat(testServer.get("/ready").statusCode()).isEqualTo(200);
        space = new DiskSpace(900, 1_000, "the disk has too little space");
        assertThat(measured("varve_disk_free_bytes ")).endsWith(" 900.0");
        assertThat(measured("varve_disk_refusing ")).endsWith(" 1.0");
        HttpResponse<String> low = testServer.get("/ready");
        assertThat(low.statusCode()).isEqualTo(503);
        assertThat(low.body()).isEqualTo("{\"ready\":false,\"reasons\":[\"the disk has too little space\"]}");
        space = new DiskSpace(DiskSpace.UNKNOWN, 1_000, null);
        assertThat(measured("varve_disk_free_bytes ")).endsWith(" NaN");
        assertThat(testServer.get("/ready").statusCode()).isEqualTo(200);
    }

    @Test
    void meteredEngineReportsTheDiskOfItsEngine() {
        Engine low = new Failing(new MemoryEngine(clock)) {
            @Override
            public Optional<DiskSpace> diskSpace() {
                return disk();
            }
        };
        assertThat(MeteredEngine.of(low, used -> {}).diskSpace()).contains(space);
    }

    @Test
    void engineWithoutADiskHasNoDiskMetrics() {
        try (Metrics none = new Metrics().watchDisk(Optional::empty)) {
            assertThat(none.text()).doesNotContain("varve_disk");
        }
    }

    @Test
    void reasonIsLoggedOnceWhenItStartsAndEnds() {
        List<String> journal = new ArrayList<>();
        Readiness readiness = new Readiness(db, this::disk, new Readiness.Journal() {
            @Override
            public void began(String reason, @Nullable Throwable error) {
                journal.add("began: %s: %s".formatted(reason, error == null ? "" : error.getMessage()));
            }

            @Override
            public void ended(String reason) {
                journal.add("ended: " + reason);
            }
        });
        process();
        assertThat(readiness.reasons()).isEmpty();
        assertThat(journal).isEmpty();
        isDown.set(true);
        for (int i = 0; i < 3; i++) {
            assertThat(readiness.reasons()).contains("table varve does not answer: test.down");
        }
        assertThat(journal).contains("began: table varve does not answer: test.down: the table went away");
        assertThat(journal.stream().filter(line -> line.contains("does not answer")))
                .hasSize(1);
        isDown.set(false);
        for (int i = 0; i < 3; i++) {
            assertThat(readiness.reasons()).doesNotContain("table varve does not answer: test.down");
        }
        assertThat(journal.stream().filter(line -> line.contains("does not answer")))
                .containsExactly(
                        "began: table varve does not answer: test.down: the table went away",
                        "ended: table varve does not answer: test.down");
    }

    @Test
    void requestsAreMeasuredByRouteAndStatus() {
        testServer.get("/health");
        testServer.get("/health");
        testServer.get("/nothing/17");
        assertThat(measured("varve_http_requests_seconds_count{method=\"GET\",route=\"/health\",status=\"200\"}"))
                .endsWith(" 2");
        assertThat(
                        measured(
                                "varve_http_requests_seconds_bucket{method=\"GET\",route=\"/health\",status=\"200\",le=\"10.0\"}"))
                .endsWith(" 2");
        assertThat(testServer.get("/metrics").body())
                .contains("route=\"nowhere\"")
                .doesNotContain("nothing/17")
                .contains("jvm_memory_used_bytes");
    }

    @Test
    void unknownMethodsShareOneLabel() {
        testServer.send("BREW", "/health", "");
        testServer.send("brew-tea", "/health", "");
        HttpResponse<String> overridden =
                testServer.send(testServer.request("/health").header("X-HTTP-Method-Override", "STEEP"));
        assertThat(overridden.statusCode()).isEqualTo(200);
        assertThat(testServer.get("/metrics").body())
                .contains("method=\"OTHER\"")
                .doesNotContain("BREW", "brew-tea", "STEEP");
        assertThat(measured("varve_http_requests_seconds_count{method=\"GET\",route=\"/health\",status=\"200\"}"))
                .endsWith(" 1");
    }

    @Test
    void feedsAndCapacityAreMeasured() {
        db.table("varve").put(Item.of("pk", "x", "sk", "y", "text", "z".repeat(1_500)));
        process();
        assertThat(measured("varve_feed_handled_total{table=\"varve\"}"))
                .isNotEmpty()
                .doesNotEndWith(" 0.0");
        assertThat(measured("varve_feed_lag_seconds{table=\"varve\"}")).endsWith(" 0.0");
        assertThat(measured("varve_feed_dead_letters{table=\"varve\"}")).endsWith(" 0.0");
        assertThat(measured("varve_feed_failures{table=\"varve\"}")).endsWith(" 0.0");
        String before = measured("varve_capacity_units_total{kind=\"write\",table=\"varve\"}");
        db.table("varve").put(Item.of("pk", "x", "sk", "w", "text", "z".repeat(1_500)));
        String after = measured("varve_capacity_units_total{kind=\"write\",table=\"varve\"}");
        assertThat(number(after) - number(before)).isEqualTo(2);
        isDown.set(true);
        db.table("varve").async().get(dev.varve.table.Get.of(Key.of("x", "y"))).exceptionally(gone -> null);
        assertThat(measured(
                        "varve_table_requests_seconds_count{operation=\"GetItem\",outcome=\"failed\",table=\"varve\"}"))
                .endsWith(" 1");
    }

    private static double number(String line) {
        return Double.parseDouble(line.substring(line.lastIndexOf(' ')));
    }

    @Test
    void ingestIsMeasured(@TempDir Path folder) throws Exception {
        metrics.points(new IngestMeter.Points(10, 2, 1));
        metrics.bytes(1_000);
        metrics.hit(IngestMeter.Hit.ACCEPTED);
        metrics.hit(IngestMeter.Hit.DROPPED);
        Admission admission = new Admission(100);
        metrics.watch(admission);
        Files.write(Files.createDirectories(folder.resolve("inner")).resolve("file"), new byte[500]);
        metrics.watch(Storage.rocksDb(folder));
        assertThat(measured("varve_ingest_points_total{outcome=\"accepted\"}")).endsWith(" 10.0");
        assertThat(measured("varve_ingest_points_total{outcome=\"duplicate\"}")).endsWith(" 2.0");
        assertThat(measured("varve_ingest_points_total{outcome=\"rejected\"}")).endsWith(" 1.0");
        assertThat(measured("varve_ingest_bytes_total")).endsWith(" 1000.0");
        assertThat(measured("varve_ingest_hits_total{outcome=\"dropped\"}")).endsWith(" 1.0");
        assertThat(measured("varve_engine_size_bytes{engine=\"rocksdb\"}")).endsWith(" 500.0");
        String underWay = admission.run(7, () -> measured("varve_ingest_under_way"));
        assertThat(underWay).endsWith(" 7.0");
    }

    @Test
    void engineWithoutAFeedHasNoFeedMetrics() {
        Engine feedless = new Engine() {
            @Override
            public InstantSource clock() {
                return clock;
            }

            @Override
            public CompletableFuture<Table> open(TableSchema schema) {
                return CompletableFuture.failedFuture(new Unavailable("test.none", "there is no table"));
            }

            @Override
            public CompletableFuture<List<String>> drift(TableSchema schema) {
                return CompletableFuture.completedFuture(List.of());
            }

            @Override
            public void close() {}
        };
        assertThat(MeteredEngine.of(feedless, used -> {})).isNotInstanceOf(dev.varve.feed.FeedSource.class);
    }
}
