package dev.varve.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.varve.entity.Device.Status;
import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Throttled;
import dev.varve.key.Parts;
import dev.varve.table.BatchGet;
import dev.varve.table.BatchGetResult;
import dev.varve.table.Capacity;
import dev.varve.table.Key;
import dev.varve.table.Table;
import dev.varve.table.Update;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * How entities behave on tables that return leftovers, lose responses, or are changed by other writers all the time.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The proxy passes futures on.
class EntityFaultsTest {

    private final Entity<Device> entity =
            Device.declared().index("gsi2", "AT#{location}#{status}").build();

    /** Replaces the result of one operation; the original result is computed on demand. */
    private static UnaryOperator<Table> answering(
            String verb, Function<Object, Function<Supplier<Object>, Object>> other) {
        return table -> (Table) Proxy.newProxyInstance(
                Table.class.getClassLoader(), new Class<?>[] {Table.class}, (proxy, method, arguments) -> {
                    Supplier<Object> original = () -> {
                        try {
                            return method.invoke(table, arguments);
                        } catch (IllegalAccessException | InvocationTargetException e) {
                            throw new IllegalStateException(e);
                        }
                    };
                    return method.getName().equals(verb)
                            ? other.apply(arguments[0]).apply(original)
                            : original.get();
                });
    }

    @Test
    void leftoversOfABatchAreReadAgain() {
        AtomicInteger calls = new AtomicInteger();
        World world = new World(
                answering(
                        "batchGet",
                        batch -> original -> calls.incrementAndGet() < 3 ? leftOver((BatchGet) batch) : original.get()),
                entity);
        OpenEntities<Device> devices = world.open(entity);
        devices.create(Device.of("d-1"));
        assertThat(devices.findAll(List.of("d-1")).records()).hasSize(1);
        assertThat(calls).hasValue(3);
    }

    @Test
    void remainingLeftoversAreReported() {
        World world = new World(answering("batchGet", batch -> original -> leftOver((BatchGet) batch)), entity);
        FoundEntities<Device> found = world.open(entity).findAll(List.of("d-1", "d-2"));
        assertThat(found.records()).isEmpty();
        assertThat(found.unread()).containsExactly(Parts.of("deviceId", "d-1"), Parts.of("deviceId", "d-2"));
    }

    private static Object leftOver(BatchGet batch) {
        return CompletableFuture.completedFuture(new BatchGetResult(Map.of(), batch.keys(), Capacity.NONE));
    }

    @Test
    void lostResponseIsThrownAndTheWriteCanBeRepeated() {
        AtomicInteger calls = new AtomicInteger();
        World world = new World(
                answering("update", update -> original -> {
                    Object answer = original.get();
                    return calls.incrementAndGet() == 1
                            ? CompletableFuture.failedFuture(new OutcomeUnknown("test.lost", "lost"))
                            : answer;
                }),
                entity);
        OpenEntities<Device> devices = world.open(entity);
        Device device = Device.of("d-1").withSerial("S-1");
        assertThatExceptionOfType(OutcomeUnknown.class).isThrownBy(() -> devices.put(device));
        assertThat(devices.put(device).isDone()).isTrue();
        assertThat(devices.find("d-1")).map(Device::serial).contains("S-1");
    }

    @Test
    void writeOfAContendedEntityFailsAfterBoundedAttempts() {
        AtomicInteger calls = new AtomicInteger();
        World[] world = new World[1];
        world[0] = new World(
                answering("update", update -> original -> {
                    world[0].table()
                            .blocking()
                            .update(Update.of(Key.of("DEVICE#d-1", "#METADATA"))
                                    .set("location", "l-" + calls.incrementAndGet()));
                    return original.get();
                }),
                entity);
        OpenEntities<Device> devices = world[0].open(entity);
        devices.create(Device.of("d-1").at("north"));
        assertThatExceptionOfType(Throttled.class)
                .isThrownBy(() ->
                        devices.patch("d-1").set("status", Status.INACTIVE).run())
                .withMessage("an entity of devices was changed by other writers during each of 32 attempts;"
                        + " nothing was written");
        assertThat(calls).hasValue(32);
    }
}
