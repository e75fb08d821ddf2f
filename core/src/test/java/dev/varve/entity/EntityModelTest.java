package dev.varve.entity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.entity.Device.Status;
import dev.varve.error.Seeded;
import dev.varve.item.Item;
import dev.varve.key.Tick;
import dev.varve.table.AttributePath;
import dev.varve.table.Put;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random histories of devices: after every step, records and index contents are compared with a naive map. */
class EntityModelTest {

    private static final List<String> LOCATIONS = List.of("north", "south#2", "east");

    /** A device of the model and when it was last written. */
    private record ModelDevice(Device device, Instant writtenAt) {}

    private final Entity<Device> entity = Device.declared()
            .index("byPlace", "PLACE#{location}#{status}", "{name}")
            .sparseIndex("placed", "location", "PLACED#{shard:3}", "{deviceId}")
            .index("byAge", "ALL", "{createdAt}#{serial}")
            .index("byAlerts", "SERIAL#{serial}", "{alerts}")
            .keep(Duration.ofHours(1))
            .build();

    @Test
    void entitiesMatchANaiveMap() {
        Seeded.runs(12, random -> new Run(random).steps(150));
    }

    private final class Run {

        private final RandomGenerator random;
        private final World world = new World(entity);
        private final OpenEntities<Device> devices = world.open(entity);
        private final Map<String, ModelDevice> model = new HashMap<>();

        Run(RandomGenerator random) {
            this.random = random;
        }

        void steps(int count) {
            for (int i = 0; i < count; i++) {
                world.pass(Duration.ofSeconds(random.nextInt(600)));
                model.values()
                        .removeIf(known -> !known.writtenAt.plusSeconds(3600).isAfter(world.now()));
                step("d-" + random.nextInt(4));
                compare();
            }
        }

        private void step(String id) {
            switch (random.nextInt(8)) {
                case 0, 1 -> create(draw(id));
                case 2, 3 -> put(draw(id));
                case 4, 5, 6 -> patch(id);
                default -> {
                    ModelDevice before = model.remove(id);
                    EntityOutcome<Device> outcome = devices.delete(id);
                    assertThat(outcome instanceof EntityOutcome.Deleted<Device> deleted ? deleted.record() : null)
                            .isEqualTo(before == null ? null : before.device);
                }
            }
        }

        private Device draw(String id) {
            return Device.of(id)
                    .named("n-" + random.nextInt(3))
                    .in(maybe(Status.values()))
                    .at(maybe(LOCATIONS.toArray(String[]::new)))
                    .withSerial(maybe("S-1", "S-2"))
                    .alerting(random.nextInt(3));
        }

        @SafeVarargs
        private <T> @Nullable T maybe(T... values) {
            return random.nextInt(3) == 0 ? null : values[random.nextInt(values.length)];
        }

        private void create(Device device) {
            EntityOutcome<Device> outcome = devices.create(device);
            assertThat(outcome.isDone()).isEqualTo(!model.containsKey(device.deviceId()));
            if (outcome instanceof EntityOutcome.Created<Device> created) {
                store(defaulted(device).stamped(world.now(), world.now()));
                assertThat(created.record()).isEqualTo(model.get(device.deviceId()).device);
            }
        }

        private Device defaulted(Device device) {
            return device.status() == null ? device.in(Status.ACTIVE) : device;
        }

        private void store(Device device) {
            model.put(device.deviceId(), new ModelDevice(device, world.now()));
        }

        private void put(Device device) {
            ModelDevice before = model.get(device.deviceId());
            Device after = defaulted(device).stamped(world.now(), world.now());
            if (before != null) {
                after = after.stamped(before.device.createdAt(), world.now());
                after = before.device.serial() == null ? after : after.withSerial(before.device.serial());
            }
            store(after);
            assertThat(((EntityOutcome.Written<Device>) devices.put(device)).record())
                    .isEqualTo(after);
        }

        private void patch(String id) {
            ModelDevice before = model.get(id);
            Device after = before == null ? Device.of(id) : before.device;
            Patch<Device> patch = devices.patch(id);
            int parts = random.nextInt(1, 16);
            if ((parts & 1) != 0) {
                String name = "n-" + random.nextInt(3);
                patch = patch.set("name", name);
                after = after.named(name);
            }
            if ((parts & 2) != 0) {
                Status status = maybe(Status.values());
                patch = status == null ? patch.remove("status") : patch.set("status", status);
                after = after.in(status);
            }
            if ((parts & 4) != 0) {
                String location = maybe(LOCATIONS.toArray(String[]::new));
                patch = location == null ? patch.remove("location") : patch.set("location", location);
                after = after.at(location);
            }
            if ((parts & 8) != 0) {
                int more = random.nextInt(3);
                patch = patch.increment("alerts", more);
                after = after.alerting(after.alerts() + more);
            }
            boolean holds = true;
            if (random.nextInt(4) == 0) {
                patch = patch.when(AttributePath.attr("alerts").before(2));
                holds = before != null && before.device.alerts() < 2;
            }
            EntityOutcome.OfPatch<Device> outcome = patch.run();
            if (before == null) {
                assertThat(outcome).isInstanceOf(EntityOutcome.Missing.class);
            } else if (!holds) {
                assertThat(((EntityOutcome.ConditionFailed<Device>) outcome).existing())
                        .isEqualTo(before.device);
            } else {
                store(after.stamped(before.device.createdAt(), world.now()));
                assertThat(((EntityOutcome.Patched<Device>) outcome).record()).isEqualTo(model.get(id).device);
            }
        }

        private void compare() {
            for (int i = 0; i < 4; i++) {
                ModelDevice known = model.get("d-" + i);
                assertThat(devices.find("d-" + i).orElse(null)).isEqualTo(known == null ? null : known.device);
            }
            expect(
                    "gsi1",
                    device -> device.status() == null
                            ? null
                            : "DEVICE_STATUS#" + lower(device.status()) + " / DEVICE#" + device.deviceId());
            expect(
                    "byPlace",
                    device -> device.status() == null || device.location() == null
                            ? null
                            : "PLACE#" + device.location().replace("#", "%23") + "#" + lower(device.status()) + " / "
                                    + device.name());
            expect(
                    "byAge",
                    device -> device.serial() == null
                            ? null
                            : "ALL / " + Tick.MILLIS.text(created(device)) + "#" + device.serial());
            assertThat(world.index("placed").stream().map(item -> item.text("deviceId")))
                    .containsExactlyInAnyOrderElementsOf(model.values().stream()
                            .filter(known -> known.device.location() != null)
                            .map(known -> known.device.deviceId())
                            .toList());
            assertThat(world.index("byAlerts").stream().map(this::isUpToDate)).doesNotContain(false);
            assertThat(world.index("byAlerts")).hasSize((int) model.values().stream()
                    .filter(known -> known.device.serial() != null)
                    .count());
        }

        /** Returns whether an item's keys are those a new item with the same components would have. */
        private boolean isUpToDate(Item item) {
            Device device = devices.find(item.text("deviceId")).orElseThrow();
            Item made = ((Put) devices.plans().create(device).join().writes().get(0)).item();
            return List.of("byAlertspk", "byAlertssk", "byPlacepk", "placedpk").stream()
                    .allMatch(name -> made.find(name).equals(item.find(name))
                            // A device without a status gets the default when it is created again.
                            || (device.status() == null && name.equals("byPlacepk")));
        }

        private Instant created(Device device) {
            return Objects.requireNonNull(device.createdAt());
        }

        private String lower(Status status) {
            return status.name().toLowerCase(Locale.ROOT);
        }

        private void expect(String index, Function<Device, @Nullable String> key) {
            List<String> expected = new ArrayList<>();
            for (ModelDevice known : model.values()) {
                String text = key.apply(known.device);
                if (text != null) {
                    expected.add(text);
                }
            }
            assertThat(world.index(index).stream()
                            .map(item -> item.text(index + "pk") + " / " + item.text(index + "sk")))
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }
}
