package dev.varve.entity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.entity.Device.Status;
import dev.varve.item.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EntityConcurrencyTest {

    private static final int THREADS = 8;
    private static final int ROUNDS = 100;

    record Counter(
            String id, String writer, long count, @Nullable Long version) {}

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void stop() throws InterruptedException {
        threads.shutdown();
        assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    }

    private <T> List<T> runConcurrently(List<Callable<T>> work) throws Exception {
        List<T> results = new ArrayList<>();
        for (Future<T> future : threads.invokeAll(work)) {
            results.add(future.get());
        }
        return results;
    }

    private static EntityBuilder<Counter> counters() {
        return Entity.of(Counter.class).partition("C#{id}").sort("C");
    }

    @Test
    void oneOfManyCreatesWins() throws Exception {
        OpenEntities<Counter> open = World.opened(
                counters().versioned("version", VersionHistory.retained()).build());
        for (int round = 0; round < ROUNDS; round++) {
            String id = "c-" + round;
            List<Callable<EntityOutcome.OfCreate<Counter>>> work = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Counter counter = new Counter(id, "w-" + i, 0, null);
                work.add(() -> open.create(counter));
            }
            List<EntityOutcome.OfCreate<Counter>> outcomes = runConcurrently(work);
            assertThat(outcomes).filteredOn(EntityOutcome::isDone).hasSize(1);
            assertThat(open.versions(id).list()).hasSize(1);
        }
    }

    @Test
    void oneOfManyWritersWinsEachVersion() throws Exception {
        OpenEntities<Counter> open = World.opened(
                counters().versioned("version", VersionHistory.retained()).build());
        open.create(new Counter("c", "first", 0, null));
        List<Callable<List<Long>>> work = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            String writer = "w-" + i;
            boolean puts = i % 2 == 0;
            work.add(() -> won(open, writer, puts));
        }
        List<Long> won =
                runConcurrently(work).stream().flatMap(List::stream).sorted().toList();
        long last = open.findConsistent("c").orElseThrow().version();
        assertThat(won)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(2, last).boxed().toList());
        List<Counter> versions = open.versions("c").list();
        assertThat(versions)
                .extracting(Counter::version)
                .doesNotHaveDuplicates()
                .hasSize((int) last);
        assertThat(versions.get(0).count()).isEqualTo(last - 1);
    }

    /** Increments the value while no other writer interferes, and returns the versions that this writer won. */
    private static List<Long> won(OpenEntities<Counter> open, String writer, boolean puts) {
        List<Long> won = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            Counter read = open.findConsistent("c").orElseThrow();
            long version = read.version();
            EntityOutcome<Counter> outcome = puts
                    ? open.put(new Counter("c", writer, read.count() + 1, version))
                    : open.patch("c")
                            .set("writer", writer)
                            .increment("count", 1)
                            .expecting(version)
                            .run();
            if (outcome.isDone()) {
                won.add(version + 1);
            } else {
                assertThat(outcome).isInstanceOf(EntityOutcome.VersionConflict.class);
            }
        }
        return won;
    }

    @Test
    void everyPatchWithoutExpectationIsCounted() throws Exception {
        OpenEntities<Counter> open = World.opened(
                counters().versioned("version", VersionHistory.retained()).build());
        open.create(new Counter("c", "first", 0, null));
        List<Callable<Boolean>> work = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            work.add(() -> {
                for (int n = 0; n < ROUNDS / 4; n++) {
                    assertThat(open.patch("c").increment("count", 1).run().isDone())
                            .isTrue();
                }
                return true;
            });
        }
        runConcurrently(work);
        Counter counter = open.findConsistent("c").orElseThrow();
        assertThat(counter.count()).isEqualTo(THREADS * (ROUNDS / 4));
        assertThat(open.versions("c").list()).hasSize(THREADS * (ROUNDS / 4) + 1);
    }

    @Test
    void indexKeyOfTwoComponentsIsCorrectWithConcurrentWriters() throws Exception {
        Entity<Device> entity = Entity.of(Device.class)
                .partition("DEVICE#{deviceId}")
                .sort("#METADATA")
                .index("gsi1", "{location}#{status}", "{deviceId}")
                .createdAt("createdAt")
                .readOnly("serial")
                .build();
        World world = new World(entity);
        OpenEntities<Device> devices = world.open(entity);
        devices.create(Device.of("d").at("l-0").in(Status.ACTIVE).withSerial("S"));
        List<Callable<Boolean>> work = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            work.add(() -> {
                for (int n = 0; n < ROUNDS; n++) {
                    Status status = n % 2 == 0 ? Status.ACTIVE : Status.INACTIVE;
                    EntityOutcome<Device> outcome = switch (thread % 4) {
                        case 0, 1 -> devices.patch("d").set("status", status).run();
                        case 2 -> devices.patch("d").set("location", "l-" + n).run();
                        default -> devices.put(Device.of("d").at("p-" + n).in(status));
                    };
                    assertThat(outcome.isDone()).isTrue();
                    Item item = world.stored("DEVICE#d", "#METADATA");
                    assertThat(item.text("gsi1pk")).isEqualTo(item.text("location") + "#" + item.text("status"));
                    assertThat(item.text("serial")).isEqualTo("S");
                }
                return true;
            });
        }
        runConcurrently(work);
    }
}
