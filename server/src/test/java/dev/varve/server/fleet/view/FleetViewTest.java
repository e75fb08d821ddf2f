package dev.varve.server.fleet.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.iot.DynamicReading;
import dev.varve.iot.FleetDevice;
import dev.varve.memory.MemoryEngine;
import dev.varve.server.ServerDatabase;
import dev.varve.testkit.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FleetViewTest {

    private static final Instant NOW = Instant.parse("2026-04-20T14:00:00Z");

    private final MutableClock clock = new MutableClock(NOW);
    private final ServerDatabase database = ServerDatabase.open(new MemoryEngine(clock), "varve", clock);
    private final TestListener listener = new TestListener();
    private final FleetView view = new FleetView(database.fleet(), clock, listener);

    /** A listener that receives changes if the test says so. */
    private static final class TestListener implements FleetView.Listener {
        private volatile boolean receivesChanges;
        private volatile Runnable onCall = () -> {};

        @Override
        public void read(DynamicReading reading) {}

        @Override
        public boolean receivesChanges() {
            onCall.run();
            return receivesChanges;
        }
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void append(double value) {
        database.fleet().append(new DynamicReading("d", clock.instant(), Map.of("v", value)));
    }

    private double latest() {
        clock.advance(Duration.ofMinutes(1));
        view.refresh();
        return view.latest("d").orElseThrow().fields().get("v");
    }

    @Test
    void viewIsReadOnceWhenThisProcessStartsToReceiveChanges() {
        append(1);
        assertThat(latest()).isEqualTo(1);
        // Another process received this change and hands over the lease.
        append(2);
        listener.receivesChanges = true;
        assertThat(latest()).isEqualTo(2);
        // From now on this process receives changes and does not read them.
        append(3);
        assertThat(latest()).isEqualTo(2);
        listener.receivesChanges = false;
        assertThat(latest()).isEqualTo(3);
    }

    @Test
    void stateIsReadInTheBackgroundWhileRequestsCome() {
        append(1);
        view.refreshAhead();
        assertThat(view.devices()).isEmpty();
        view.refresh();
        append(2);
        clock.advance(Duration.ofSeconds(19));
        view.refreshAhead();
        assertThat(latestWithoutReading()).isEqualTo(1);
        clock.advance(Duration.ofSeconds(1));
        view.refreshAhead();
        assertThat(latestWithoutReading()).isEqualTo(2);
        append(3);
        // The last request was more than two minutes ago.
        clock.advance(Duration.ofMinutes(2));
        view.refreshAhead();
        assertThat(view.latest("d").orElseThrow().fields()).containsEntry("v", 2.0);
        assertThat(latest()).isEqualTo(3);
    }

    @Test
    void leaseLostAndRegainedBetweenTwoRefreshesIsNoticed() {
        listener.receivesChanges = true;
        append(1);
        view.tick().join();
        assertThat(latest()).isEqualTo(1);
        assertThat(latest()).isEqualTo(1);
        view.tick().join();
        clock.advance(Duration.ofSeconds(1));
        view.tick().join();
        append(2);
        // The process seems to receive changes, so it does not read this one.
        assertThat(latestWithoutReading()).isEqualTo(1);
        view.tick().join();
        // Another process had the lease for a while and handled the change.
        clock.advance(Duration.ofSeconds(40));
        append(3);
        view.tick().join();
        assertThat(latest()).isEqualTo(3);
    }

    private double latestWithoutReading() {
        view.refresh();
        return view.latest("d").orElseThrow().fields().get("v");
    }

    @Test
    void deviceDeletedByAnotherProcessLeavesTheView() {
        append(1);
        assertThat(latest()).isEqualTo(1);
        clock.advance(Duration.ofMinutes(2));
        database.fleet().deleteDevice("d");
        view.refresh();
        assertThat(view.devices()).isEmpty();
        assertThat(view.latest("d")).isEmpty();
    }

    @Test
    void firstRequestDoesNotReadTheRegistryAgain() {
        view.requireDevices();
        database.fleet().devices().register(FleetDevice.of("stored", "stored"));
        view.put(FleetDevice.of("noted", "noted"));
        view.refresh();
        assertThat(view.device("stored")).isEmpty();
        assertThat(view.devices()).extracting(FleetDevice::deviceId).containsExactly("noted");
        clock.advance(Duration.ofMinutes(2));
        view.refresh();
        assertThat(view.device("stored")).isPresent();
        assertThat(view.device("noted")).isEmpty();
        assertThat(view.devices()).extracting(FleetDevice::deviceId).containsExactly("stored");
    }

    @Test
    void readingsOfTheLastMinuteAreCountedByClock() {
        for (int secondsAgo : new int[] {0, 59, 60, 3 * 24 * 3_600}) {
            Instant at = clock.instant().minusSeconds(secondsAgo);
            view.appended(new LatestReading(new DynamicReading("d", at, Map.of("v", 2.0))));
        }
        assertThat(view.readingsLastMinute()).isEqualTo(2);
        clock.advance(Duration.ofSeconds(2));
        assertThat(view.readingsLastMinute()).isEqualTo(1);
    }

    @Test
    void concurrentRefreshesDoNotWaitForASlowOne() throws Exception {
        append(1);
        assertThat(latest()).isEqualTo(1);
        CountDownLatch refreshing = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        listener.onCall = () -> {
            refreshing.countDown();
            try {
                assertThat(finish.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        clock.advance(Duration.ofMinutes(1));
        CompletableFuture<Void> slow = CompletableFuture.runAsync(view::refresh);
        assertThat(refreshing.await(30, TimeUnit.SECONDS)).isTrue();
        CompletableFuture.runAsync(view::refresh).get(20, TimeUnit.SECONDS);
        assertThat(slow).isNotDone();
        assertThat(view.devices()).hasSize(1);
        finish.countDown();
        slow.get(30, TimeUnit.SECONDS);
    }
}
