package dev.varve.core.entity;

import static dev.varve.core.table.Path.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.core.entity.Device.Status;
import dev.varve.core.table.Capacity;
import dev.varve.core.table.Condition;
import dev.varve.core.table.TransactResult;
import dev.varve.core.table.TransactWrite;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EntityPlansTest {

    private final Entity<Device> entity =
            Device.declared().index("gsi2", "AT#{location}#{status}").build();
    private final World world = new World(entity);
    private final OpenEntities<Device> devices = world.open(entity);
    private final EntityPlans<Device> plans = devices.plans();

    private TransactResult send(List<PlannedWrite<?>> planned) {
        TransactWrite transaction = new TransactWrite(List.of(), null);
        for (PlannedWrite<?> one : planned) {
            for (var write : one.writes()) {
                transaction = transaction.and(write);
            }
        }
        return world.table().blocking().transactWrite(transaction);
    }

    @Test
    void plannedWritesAreCarriedOutTogether() {
        devices.create(Device.of("d-1"));
        devices.create(Device.of("d-2"));
        devices.create(Device.of("d-3"));
        List<PlannedWrite<?>> planned = new ArrayList<>();
        planned.add(plans.create(Device.of("d-4")).join());
        planned.add(plans.put(Device.of("d-1").named("new")).join());
        planned.add(
                plans.patch(devices.patch("d-2").set("status", Status.INACTIVE)).join());
        planned.add(plans.delete(devices.removal("d-3")).join());
        assertThat(send(planned).isCommitted()).isTrue();
        assertThat(devices.find("d-4")).isPresent();
        assertThat(devices.find("d-1")).map(Device::name).contains("new");
        assertThat(world.stored("DEVICE#d-2", "#METADATA").text("gsi1pk")).isEqualTo("DEVICE_STATUS#inactive");
        assertThat(devices.find("d-3")).isEmpty();
    }

    @Test
    void cancellationSaysWhichWriteStoodInTheWay() {
        devices.create(Device.of("d-1"));
        var create = plans.create(Device.of("d-1")).join();
        var check = plans.check(attr("status").is("inactive"), "d-1").join();
        var other = plans.put(Device.of("d-2")).join();
        var cancelled = (TransactResult.Cancelled) send(List.of(other, create));
        assertThat(other.cause(cancelled.reasons().subList(0, 1), Capacity.NONE))
                .isInstanceOf(PlannedWrite.Other.class);
        assertThat(create.cause(cancelled.reasons().subList(1, 2), Capacity.NONE))
                .isInstanceOfSatisfying(
                        PlannedWrite.Refused.class,
                        refused -> assertThat(refused.outcome()).isInstanceOf(EntityOutcome.Exists.class));
        var failed = (TransactResult.Cancelled) send(List.of(other, check));
        assertThat(check.cause(failed.reasons().subList(1, 2), Capacity.NONE))
                .isInstanceOfSatisfying(
                        PlannedWrite.Refused.class,
                        refused -> assertThat(refused.outcome()).isInstanceOf(EntityOutcome.ConditionFailed.class));
        assertThat(devices.find("d-2")).isEmpty();
    }

    @Test
    void checkOfNothingIsMissing() {
        var check = plans.check(Condition.always(), "d-1").join();
        var failed = (TransactResult.Cancelled) send(List.of(check));
        assertThat(check.cause(failed.reasons(), Capacity.NONE))
                .isInstanceOfSatisfying(
                        PlannedWrite.Refused.class,
                        refused -> assertThat(refused.outcome()).isInstanceOf(EntityOutcome.Missing.class));
    }

    @Test
    void planMadeFromWhatChangedIsOutdated() {
        devices.create(Device.of("d-1").at("north"));
        var patch =
                plans.patch(devices.patch("d-1").set("status", Status.INACTIVE)).join();
        assertThat(patch.spent().table().read()).isEqualTo(1);
        devices.patch("d-1").set("location", "south").run();
        var cancelled = (TransactResult.Cancelled) send(List.of(patch));
        assertThat(patch.cause(cancelled.reasons(), Capacity.NONE)).isInstanceOf(PlannedWrite.Outdated.class);
        assertThat(world.stored("DEVICE#d-1", "#METADATA").text("gsi2pk")).isEqualTo("AT#south#active");
    }
}
