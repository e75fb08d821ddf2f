package dev.varve.server.fleet.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.engine.Engine;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.error.Unavailable;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.FleetDevice;
import dev.varve.memory.MemoryEngine;
import dev.varve.server.ReadingLayout;
import dev.varve.server.ServerDatabase;
import dev.varve.server.TestEngine;
import dev.varve.server.fleet.view.FleetView;
import dev.varve.server.ingest.Entry;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.testkit.InterceptedEngine;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.local.DynamoDbLocal;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Registers the devices of whole batches. */
class DeviceRegistrationTest {

    private static final int DEVICES = 700;

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    @TempDir
    private Path folder;

    private final MutableClock clock = new MutableClock(Instant.parse("2026-04-20T14:00:00Z"));

    /** An engine whose puts of one device fail until it is mended. */
    private static final class FailingEngine extends InterceptedEngine {

        private final String deviceId;
        private volatile boolean isMended;

        FailingEngine(Engine engine, String deviceId) {
            super(engine);
            this.deviceId = deviceId;
        }

        @Override
        protected Object intercept(Table table, Method method, Object[] arguments) throws Throwable {
            boolean isFailing = !isMended
                    && method.getName().equals("put")
                    && ((Put) arguments[0]).item().toString().contains(deviceId);
            return isFailing
                    ? CompletableFuture.failedFuture(new Unavailable("test.down", "the disk is away"))
                    : pass(table, method, arguments);
        }
    }

    private FleetIntake intake(ServerDatabase database, int most) {
        FleetView view = new FleetView(database.fleet(), clock, new FleetView.Listener() {
            @Override
            public void read(DynamicReading reading) {}

            @Override
            public boolean receivesChanges() {
                return true;
            }
        });
        return new FleetIntake(database.fleet(), view, clock, new Cardinality(most, 10, 3));
    }

    private List<Entry.Sample> samples(int from, int to) {
        List<Entry.Sample> samples = new ArrayList<>();
        for (int i = from; i < to; i++) {
            samples.add(new Entry.Sample(
                    i, "sensor_" + i, clock.instant(), Map.of("v", 1.0 * i), Map.of("location", "hall-" + i % 7)));
        }
        return samples;
    }

    private static long refused(FleetIntake intake, List<Entry.Sample> samples) {
        return intake.store(samples).report().entries().stream()
                .filter(entry -> entry.error() != null)
                .count();
    }

    private static List<String> registered(ServerDatabase database) {
        return database.fleet().devices().stream()
                .map(FleetDevice::deviceId)
                .sorted()
                .toList();
    }

    @Test
    void limitReachedInTheMiddleOfABatchRefusesTheRest() {
        try (ServerDatabase database = ServerDatabase.open(new MemoryEngine(clock), "varve", clock)) {
            FleetIntake intake = intake(database, 10);
            assertThat(refused(intake, samples(0, 4))).isZero();
            assertThat(refused(intake, samples(2, 15))).isEqualTo(5);
            assertThat(registered(database)).hasSize(10).contains("sensor_9").doesNotContain("sensor_10");
            assertThat(intake.store(samples(12, 13)).report().entries().get(0).error())
                    .hasMessage(
                            "device sensor_12 exceeds the limit of 10 devices (--max-devices): does the id contain a"
                                    + " tag that changes all the time?");
            // Readings of registered devices are stored all the same.
            clock.advance(Duration.ofMinutes(1));
            assertThat(refused(intake, samples(0, 10))).isZero();
        }
    }

    @Test
    void concurrentRequestsRegisterTheSameDevicesOnce() throws Exception {
        RocksDbEngine engine = RocksDbEngine.open(
                folder, RocksDbOptions.defaults().clock(clock).durability(Durability.WRITTEN_TO_OS));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (ServerDatabase database = ServerDatabase.open(engine, "varve", clock)) {
            FleetIntake intake = intake(database, DEVICES);
            List<Future<Long>> requests = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                int first = i % 4 * (DEVICES / 7);
                requests.add(threads.submit(() -> refused(intake, samples(first, DEVICES - first))));
            }
            for (Future<Long> request : requests) {
                assertThat(request.get()).isZero();
            }
            assertThat(registered(database)).hasSize(DEVICES).doesNotHaveDuplicates();
            assertThat(database.fleet().readings().identities().list()).hasSize(DEVICES);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void requestThatFailsInTheMiddleIsCompletedByARepetition() {
        FailingEngine engine = new FailingEngine(new MemoryEngine(clock), "sensor_5");
        try (ServerDatabase database = ServerDatabase.open(engine, "varve", clock)) {
            FleetIntake intake = intake(database, 10);
            assertThatThrownBy(() -> intake.store(samples(0, 10))).isInstanceOf(Unavailable.class);
            assertThat(registered(database)).hasSize(9).doesNotContain("sensor_5");
            engine.isMended = true;
            assertThat(refused(intake, samples(0, 10))).isZero();
            assertThat(registered(database)).hasSize(10);
            assertThat(database.fleet().latest()).hasSize(10);
        }
    }

    @Test
    void twoServersOnOneTableRegisterTheSameDevicesOnce() throws Exception {
        try (ServerDatabase one = ServerDatabase.open(
                        TestEngine.DYNAMODB.open(clock, folder, LOCAL), "varve", ReadingLayout.ITEMS);
                ServerDatabase other = ServerDatabase.open(
                        TestEngine.DYNAMODB.open(clock, folder, LOCAL), "varve", ReadingLayout.ITEMS)) {
            FleetIntake here = intake(one, 100);
            FleetIntake there = intake(other, 100);
            assertThat(refused(here, samples(0, 30))).isZero();
            CompletableFuture<Long> meanwhile = CompletableFuture.supplyAsync(() -> refused(there, samples(10, 50)));
            assertThat(refused(here, samples(20, 60))).isZero();
            assertThat(meanwhile.get()).isZero();
            assertThat(registered(one)).hasSize(60).doesNotHaveDuplicates();
            assertThat(one.fleet().latest()).hasSize(60);
        }
    }
}
