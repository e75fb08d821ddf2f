package dev.varve.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.Engine;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server with less free disk space than the reserve starts, answers reads, and explains why it refuses writes. */
class LowDiskTest {

    private static final String REASON =
            "so writes are refused until 1073741828 MB are free: make room, or lower the reserve";

    @TempDir
    private Path directory;

    private final MutableClock clock = new MutableClock(ServiceFixture.NOW);

    private Engine engine(long reserve) {
        return RocksDbEngine.open(
                directory.resolve("data"),
                RocksDbOptions.defaults()
                        .clock(clock)
                        .durability(Durability.WRITTEN_TO_OS)
                        .diskReserve(reserve));
    }

    @Test
    void serverAnswersReadsAndExplainsRefusedWrites() throws Exception {
        String first = "m,device=known v=1 " + ServiceFixture.millis(2);
        String later = "m,device=%s v=1 " + ServiceFixture.millis(1);
        try (ServerDatabase database = ServerDatabase.open(engine(0), "varve");
                Service service = Service.start(database, ServiceOptions.onLoopback(0))) {
            Browser browser = new Browser(service.port());
            assertThat(browser.post("/write?precision=ms", "text/plain", first).status())
                    .isEqualTo(204);
        }
        try (ServerDatabase database = ServerDatabase.open(engine(RocksDbOptions.MAX_DISK_RESERVE_BYTES), "varve");
                Service service = Service.start(database, ServiceOptions.onLoopback(0))) {
            Browser browser = new Browser(service.port());
            for (String device : new String[] {"known", "unknown"}) {
                for (String address : new String[] {"/write?precision=ms", "/api/v2/write?precision=ms"}) {
                    Browser.Answer refused = browser.post(address, "text/plain", later.formatted(device));
                    assertThat(refused.status()).as(refused.body()).isEqualTo(503);
                    assertThat(refused.json().path("code").asText()).isEqualTo("rocksdb.disk-full");
                    assertThat(refused.body()).contains(REASON).doesNotContain(directory.toString());
                }
            }
            assertThat(browser.get("/api/v1/devices/known/latest").status()).isEqualTo(200);
            Browser.Answer ready = browser.get("/ready");
            assertThat(ready.status()).isEqualTo(503);
            assertThat(ready.body()).contains(REASON).doesNotContain(directory.toString());
            assertThat(browser.get("/metrics").body())
                    .contains("varve_disk_refusing 1.0", "varve_disk_reserve_bytes 1.125899906842624E15");
        }
    }
}
