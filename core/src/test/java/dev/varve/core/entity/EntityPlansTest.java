package dev.varve.core.entity;

import static dev.varve.core.table.Path.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.core.entity.Device.Status;
import dev.varve.core.schema.Planned;
import dev.varve.core.table.Condition;
import dev.varve.core.table.TransactResult;
import dev.varve.core.table.TransactWrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EntityPlansTest {

    private final Entity<Device> entity =
            Device.declared().index("gsi2", "AT#{location}#{status}").build();
    private final World world = new World(entity);
    private final OpenEntities<Device> devices = world.open(entity);
    private final EntityPlans<Device> plans = devices.plans();

    /** Sends the steps together and returns what stood in the way of each; empty if all were carried out. */
    private List<Optional<Object>> send(Planned... steps) {
        List<TransactWrite.Action> actions = new ArrayList<>();
        for (Planned step : steps) {
            actions.addAll(step.actions());
        }
        TransactResult result = world.table().blocking().transactWrite(new TransactWrite(actions, null));
        List<Optional<Object>> refusals = new ArrayList<>();
        if (result instanceof TransactResult.Cancelled cancelled) {
            int from = 0;
            for (Planned step : steps) {
                int to = from + step.actions().size();
                refusals.add(step.refusal().apply(cancelled.reasons().subList(from, to)));
                from = to;
            }
        }
        return refusals;
    }

    @Test
    void stepsAreCarriedOutTogether() {
        devices.create(Device.of("d-1"));
        devices.create(Device.of("d-2"));
        devices.create(Device.of("d-3"));
        assertThat(send(
                        plans.create(Device.of("d-4")),
                        plans.put(Device.of("d-1").named("new")),
                        plans.patch(devices.patch("d-2").set("status", Status.INACTIVE)),
                        plans.delete("d-3")))
                .isEmpty();
        assertThat(devices.find("d-4")).isPresent();
        assertThat(devices.find("d-1")).map(Device::name).contains("new");
        assertThat(world.stored("DEVICE#d-2", "#METADATA").text("gsi1pk")).isEqualTo("DEVICE_STATUS#inactive");
        assertThat(devices.find("d-3")).isEmpty();
    }

    @Test
    void cancellationSaysWhichStepStoodInTheWay() {
        devices.create(Device.of("d-1"));
        List<Optional<Object>> refusals = send(
                plans.put(Device.of("d-2")),
                plans.create(Device.of("d-1")),
                plans.delete(devices.removal("d-3")),
                plans.putIf(attr("status").is("inactive"), Device.of("d-4")));
        assertThat(refusals.get(0)).isEmpty();
        assertThat(refusals.get(1)).containsInstanceOf(EntityOutcome.Exists.class);
        assertThat(refusals.get(2)).containsInstanceOf(EntityOutcome.Missing.class);
        assertThat(refusals.get(3)).containsInstanceOf(EntityOutcome.ConditionFailed.class);
        assertThat(devices.find("d-2")).isEmpty();
    }

    @Test
    void checkLetsATransactionThrough() {
        devices.create(Device.of("d-1"));
        assertThat(send(plans.check(attr("status").is("active"), "d-1"), plans.create(Device.of("d-2"))))
                .isEmpty();
        assertThat(send(plans.check(attr("status").is("inactive"), "d-1")).get(0))
                .containsInstanceOf(EntityOutcome.ConditionFailed.class);
        assertThat(send(plans.check(Condition.always(), "d-9")).get(0)).containsInstanceOf(EntityOutcome.Missing.class);
    }

    @Test
    void stepPlannedFromWhatChangedIsOutdated() {
        devices.create(Device.of("d-1").at("north"));
        Planned patch = plans.patch(devices.patch("d-1").set("status", Status.INACTIVE));
        assertThat(patch.before().get().join().table().read()).isEqualTo(1);
        devices.patch("d-1").set("location", "south").run();
        assertThat(send(patch).get(0)).containsInstanceOf(EntityOutcome.Outdated.class);
        assertThat(world.stored("DEVICE#d-1", "#METADATA").text("gsi2pk")).isEqualTo("AT#south#active");
        assertThat(send(plans.patch(devices.patch("d-1").set("status", Status.INACTIVE))))
                .isEmpty();
        assertThat(world.stored("DEVICE#d-1", "#METADATA").text("gsi2pk")).isEqualTo("AT#south#inactive");
    }
}
