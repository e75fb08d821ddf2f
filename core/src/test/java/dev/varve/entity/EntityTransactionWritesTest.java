package dev.varve.entity;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.entity.Device.Status;
import dev.varve.entity.internal.EntityTransactionWrites;
import dev.varve.entity.internal.PreparedWrite;
import dev.varve.schema.internal.CancelCause;
import dev.varve.table.Capacity;
import dev.varve.table.Condition;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Write;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EntityTransactionWritesTest {

    private final Entity<Device> entity =
            Device.declared().index("gsi2", "AT#{location}#{status}").build();
    private final World world = new World(entity);
    private final OpenEntities<Device> devices = world.open(entity);
    private final EntityTransactionWrites<Device> plans = devices.plans();

    /**
     * Sends the writes in one transaction and returns the cause of its cancellation for each write; empty if all were
     * written.
     */
    private List<CancelCause<?>> send(PreparedWrite<?>... steps) {
        TransactWrite transaction = new TransactWrite(List.of(), null);
        for (PreparedWrite<?> step : steps) {
            for (Write write : step.writes()) {
                transaction = transaction.and(write);
            }
        }
        TransactResult result = world.table().blocking().transactWrite(transaction);
        List<CancelCause<?>> causes = new ArrayList<>();
        if (result instanceof TransactResult.Cancelled cancelled) {
            int from = 0;
            for (PreparedWrite<?> step : steps) {
                int to = from + step.writes().size();
                causes.add(step.cause(cancelled.reasons().subList(from, to), Capacity.NONE));
                from = to;
            }
        }
        return causes;
    }

    private static Object outcome(CancelCause<?> cause) {
        return ((CancelCause.Refused<?>) cause).outcome();
    }

    @Test
    void writesAreAppliedTogether() {
        devices.create(Device.of("d-1"));
        devices.create(Device.of("d-2"));
        devices.create(Device.of("d-3"));
        assertThat(send(
                        plans.create(Device.of("d-4")).join(),
                        plans.put(Device.of("d-1").named("new")).join(),
                        plans.patch(devices.patch("d-2").set("status", Status.INACTIVE)::changes)
                                .join(),
                        plans.delete(devices.removal("d-3")::changes).join()))
                .isEmpty();
        assertThat(devices.find("d-4")).isPresent();
        assertThat(devices.find("d-1")).map(Device::name).contains("new");
        assertThat(world.stored("DEVICE#d-2", "#METADATA").text("gsi1pk")).isEqualTo("DEVICE_STATUS#inactive");
        assertThat(devices.find("d-3")).isEmpty();
    }

    @Test
    void cancellationNamesTheFailedWrite() {
        devices.create(Device.of("d-1"));
        List<CancelCause<?>> causes = send(
                plans.put(Device.of("d-2")).join(),
                plans.create(Device.of("d-1")).join(),
                plans.delete(devices.removal("d-3")::changes).join(),
                plans.put(Device.of("d-4"), attr("status").is("inactive")).join());
        assertThat(causes.get(0)).isInstanceOf(CancelCause.Other.class);
        assertThat(outcome(causes.get(1))).isInstanceOf(EntityOutcome.Exists.class);
        assertThat(outcome(causes.get(2))).isInstanceOf(EntityOutcome.Missing.class);
        assertThat(outcome(causes.get(3))).isInstanceOf(EntityOutcome.ConditionFailed.class);
        assertThat(devices.find("d-2")).isEmpty();
    }

    @Test
    void successfulCheckAllowsTheTransaction() {
        devices.create(Device.of("d-1"));
        assertThat(send(
                        plans.check(attr("status").is("active"), "d-1").join(),
                        plans.create(Device.of("d-2")).join()))
                .isEmpty();
        assertThat(outcome(
                        send(plans.check(attr("status").is("inactive"), "d-1").join())
                                .get(0)))
                .isInstanceOf(EntityOutcome.ConditionFailed.class);
        assertThat(outcome(send(plans.check(Condition.always(), "d-9").join()).get(0)))
                .isInstanceOf(EntityOutcome.Missing.class);
    }

    @Test
    void planOfAChangedEntityIsOutdated() {
        devices.create(Device.of("d-1").at("north"));
        var patch = plans.patch(devices.patch("d-1").set("status", Status.INACTIVE)::changes)
                .join();
        assertThat(patch.spent().table().read()).isEqualTo(1);
        devices.patch("d-1").set("location", "south").run();
        assertThat(send(patch).get(0)).isInstanceOf(CancelCause.Outdated.class);
        assertThat(world.stored("DEVICE#d-1", "#METADATA").text("gsi2pk")).isEqualTo("AT#south#active");
        assertThat(send(plans.patch(devices.patch("d-1").set("status", Status.INACTIVE)::changes)
                        .join()))
                .isEmpty();
        assertThat(world.stored("DEVICE#d-1", "#METADATA").text("gsi2pk")).isEqualTo("AT#south#inactive");
    }
}
