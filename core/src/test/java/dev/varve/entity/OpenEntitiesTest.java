package dev.varve.entity;

import static dev.varve.error.Refusals.assertRejected;
import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.entity.Device.Status;
import dev.varve.item.Item;
import dev.varve.item.RecordOptions;
import dev.varve.key.Parts;
import dev.varve.table.Key;
import dev.varve.table.Update;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OpenEntitiesTest {

    private static final Instant START = World.START;
    private static final Instant LATER = START.plusSeconds(60);

    private final Entity<Device> entity = Device.declared().build();
    private final World world = new World(entity);
    private final OpenEntities<Device> devices = world.open(entity);

    private Device stored(String id) {
        return devices.findConsistent(id).orElseThrow();
    }

    @Test
    void createStoresDefaultsStampsAndIndexKeys() {
        var created = (EntityOutcome.Created<Device>) devices.create(Device.of("d-1"));
        assertThat(created.record())
                .isEqualTo(Device.of("d-1").in(Status.ACTIVE).stamped(START, START));
        assertThat(created.capacity().table().write()).isEqualTo(1);
        assertThat(world.stored("DEVICE#d-1", "#METADATA"))
                .isEqualTo(Item.of(
                        "pk", "DEVICE#d-1",
                        "sk", "#METADATA",
                        "gsi1pk", "DEVICE_STATUS#active",
                        "gsi1sk", "DEVICE#d-1",
                        "deviceId", "d-1",
                        "name", "sensor d-1",
                        "status", "active",
                        "alerts", 0,
                        "tags", List.of(),
                        "createdAt", "2026-04-20T14:00:00.000Z",
                        "updatedAt", "2026-04-20T14:00:00.000Z"));
    }

    @Test
    void createOfAnExistingEntityReturnsIt() {
        devices.create(Device.of("d-1").named("first"));
        var exists =
                (EntityOutcome.Exists<Device>) devices.create(Device.of("d-1").named("second"));
        assertThat(exists.existing().name()).isEqualTo("first");
        assertThat(exists.isDone()).isFalse();
        assertThat(stored("d-1").name()).isEqualTo("first");
    }

    @Test
    void timestampsOfTheCallerAreIgnored() {
        devices.create(Device.of("d-1").stamped(Instant.EPOCH, Instant.EPOCH));
        assertThat(stored("d-1").createdAt()).isEqualTo(START);
    }

    @Test
    void putCreatesAndReplaces() {
        var first = (EntityOutcome.Written<Device>) devices.put(Device.of("d-1").at("north"));
        assertThat(first.record()).isEqualTo(stored("d-1"));
        world.pass(Duration.ofMinutes(1));
        var second = (EntityOutcome.Written<Device>)
                devices.put(Device.of("d-1").named("new").in(Status.INACTIVE));
        assertThat(second.record())
                .isEqualTo(Device.of("d-1").named("new").in(Status.INACTIVE).stamped(START, LATER));
        assertThat(world.stored("DEVICE#d-1", "#METADATA").text("gsi1pk")).isEqualTo("DEVICE_STATUS#inactive");
    }

    @Test
    void putKeepsReadOnlyComponents() {
        devices.create(Device.of("d-1").withSerial("S-1"));
        devices.put(Device.of("d-1").withSerial("S-2"));
        assertThat(stored("d-1").serial()).isEqualTo("S-1");
        devices.put(Device.of("d-1"));
        assertThat(stored("d-1").serial()).isEqualTo("S-1");
    }

    @Test
    void putSetsReadOnlyComponentsThatWereAbsent() {
        devices.create(Device.of("d-1"));
        devices.put(Device.of("d-1").withSerial("S-2"));
        assertThat(stored("d-1").serial()).isEqualTo("S-2");
    }

    @Test
    void putLeavesForeignAttributes() {
        devices.create(Device.of("d-1"));
        world.table()
                .blocking()
                .update(Update.of(Key.of("DEVICE#d-1", "#METADATA")).set("enriched", true));
        devices.put(Device.of("d-1").named("new"));
        assertThat(world.stored("DEVICE#d-1", "#METADATA").has("enriched")).isTrue();
    }

    @Test
    void putIfChecksTheCondition() {
        devices.create(Device.of("d-1"));
        var failed = (EntityOutcome.ConditionFailed<Device>)
                devices.putIf(attr("status").is("inactive"), Device.of("d-1").named("new"));
        assertThat(failed.find()).map(Device::name).contains("sensor d-1");
        assertThat(devices.putIf(attr("status").is("active"), Device.of("d-1").named("new"))
                        .isDone())
                .isTrue();
        var nothing = (EntityOutcome.ConditionFailed<Device>)
                devices.putIf(attr("status").is("active"), Device.of("d-2"));
        assertThat(nothing.find()).isEmpty();
    }

    @Test
    void patchChangesOnlyTheNamedComponents() {
        devices.create(Device.of("d-1").at("north"));
        world.pass(Duration.ofMinutes(1));
        var patched = (EntityOutcome.Patched<Device>) devices.patch("d-1")
                .set("status", Status.MAINTENANCE)
                .remove("location")
                .increment("alerts", 3)
                .run();
        assertThat(patched.record())
                .isEqualTo(Device.of("d-1").in(Status.MAINTENANCE).alerting(3).stamped(START, LATER));
        assertThat(stored("d-1")).isEqualTo(patched.record());
    }

    @Test
    void patchOfAnAbsentEntityIsMissing() {
        assertThat(devices.patch("d-1").set("name", "x").run()).isInstanceOf(EntityOutcome.Missing.class);
        assertThat(world.all()).isEmpty();
    }

    @Test
    void patchChecksTheCondition() {
        devices.create(Device.of("d-1"));
        var failed = (EntityOutcome.ConditionFailed<Device>) devices.patch("d-1")
                .set("name", "x")
                .when(attr("alerts").after(5))
                .run();
        assertThat(failed.find()).contains(stored("d-1"));
        assertThat(devices.patch("d-1")
                        .set("name", "x")
                        .when(attr("alerts").is(0))
                        .run()
                        .isDone())
                .isTrue();
    }

    @Test
    void patchRefusesComponentsItMayNotChange() {
        Patch<Device> patch = devices.patch("d-1");
        assertRejected(
                () -> patch.set("deviceId", "d-2"),
                "entity.patch-key",
                "component deviceId of devices is part of the key: delete the entity and create another");
        assertRejected(
                () -> patch.set("serial", "S-9"),
                "entity.patch-read-only",
                "component serial of devices is read-only: it is written once");
        assertRejected(
                () -> patch.set("updatedAt", START),
                "entity.patch-stamp",
                "component updatedAt of devices is set by every write: leave it out");
        assertRejected(
                () -> patch.set("colour", "red"),
                "entity.unknown-component",
                "a patch of devices names colour, which record Device does not have; it has [deviceId, name, status,"
                        + " location, serial, lastSeenAt, alerts, tags, createdAt, updatedAt]");
        assertRejected(
                () -> patch.remove("name"),
                "entity.patch-required",
                "component name of devices is required and cannot be removed: set another value, or declare it Optional or"
                        + " @Nullable");
        assertRejected(
                () -> patch.increment("name", 1),
                "entity.patch-not-number",
                "component name of devices has type String and cannot be incremented by 1: only a number can be added to a"
                        + " number");
        assertRejected(
                () -> patch.set("name", "a").remove("location").set("name", "b"),
                "entity.patch-twice",
                "component name of devices is changed twice by one patch: change it once");
        assertRejected(
                () -> devices.patch("d-1").run(),
                "entity.patch-empty",
                "a patch of devices is empty: call set, remove or increment");
        assertRejected(
                () -> patch.expecting(1),
                "entity.not-versioned",
                "devices has no version: declare one with versioned(…)");
    }

    @Test
    void deleteReturnsTheDeletedEntity() {
        devices.create(Device.of("d-1"));
        Device before = stored("d-1");
        var deleted = (EntityOutcome.Deleted<Device>) devices.delete("d-1");
        assertThat(deleted.record()).isEqualTo(before);
        assertThat(devices.delete("d-1")).isInstanceOf(EntityOutcome.Missing.class);
        assertThat(world.all()).isEmpty();
    }

    @Test
    void removalChecksTheCondition() {
        devices.create(Device.of("d-1"));
        assertThat(devices.removal("d-1").when(attr("status").is("inactive")).run())
                .isInstanceOf(EntityOutcome.ConditionFailed.class);
        assertThat(devices.removal("d-1").when(attr("status").is("active")).run())
                .isInstanceOf(EntityOutcome.Deleted.class);
    }

    @Test
    void findAcceptsPlainValuesAndParts() {
        devices.create(Device.of("a#b"));
        assertThat(devices.find("a#b")).map(Device::deviceId).contains("a#b");
        assertThat(devices.find(Parts.of("deviceId", "a#b"))).isPresent();
        assertThat(devices.find(entity.keyOf(Device.of("a#b")))).isPresent();
        assertThat(devices.find("other")).isEmpty();
        assertRejected(
                () -> devices.find("a", "b"),
                "schema.key-parts",
                "a key of Device is made of [deviceId], but 2 values are given: [a, b]");
    }

    @Test
    void findAllReadsMoreThanOneBatch() {
        IntStream.range(0, 250).forEach(i -> devices.create(Device.of("d-" + i)));
        FoundEntities<Device> found =
                devices.findAll(IntStream.range(0, 300).mapToObj(i -> "d-" + i).toList());
        assertThat(found.records().values())
                .extracting(Device::deviceId)
                .containsExactlyElementsOf(
                        IntStream.range(0, 250).mapToObj(i -> "d-" + i).toList());
        assertThat(found.unread()).isEmpty();
        assertThat(found.capacity().table().read()).isEqualTo(150);
    }

    @Test
    void findAllAcceptsOneKeyTwice() {
        devices.create(Device.of("d-1"));
        assertThat(devices.findAll(List.of("d-1", Parts.of("deviceId", "d-1"), List.of("d-1")))
                        .records())
                .hasSize(1);
    }

    @Test
    void refusalsOfAsyncCallsFailTheFuture() {
        assertThat(devices.findAsync("a", "b")).isCompletedExceptionally();
        assertThat(devices.deleteAsync("a", "b")).isCompletedExceptionally();
        assertThat(devices.findAllAsync(List.of(List.of("a", "b")))).isCompletedExceptionally();
        assertThat(devices.createAsync(Device.of(""))).isCompletedExceptionally();
    }

    @Test
    void expiredEntityCountsAsAbsent() {
        Entity<Device> kept = Device.declared().keep(Duration.ofHours(1)).build();
        World other = new World(kept);
        OpenEntities<Device> sessions = other.open(kept);
        sessions.create(Device.of("d-1").withSerial("S-1"));
        other.pass(Duration.ofMinutes(59));
        assertThat(sessions.patch("d-1").set("name", "kept alive").run().isDone())
                .isTrue();
        other.pass(Duration.ofMinutes(59));
        assertThat(sessions.find("d-1")).isPresent();
        other.pass(Duration.ofMinutes(1));
        assertThat(sessions.find("d-1")).isEmpty();
        assertThat(sessions.patch("d-1").set("name", "x").run()).isInstanceOf(EntityOutcome.Missing.class);
        assertThat(sessions.delete("d-1")).isInstanceOf(EntityOutcome.Missing.class);
        sessions.put(Device.of("d-1").withSerial("S-2"));
        assertThat(sessions.find("d-1"))
                .contains(Device.of("d-1").in(Status.ACTIVE).withSerial("S-2").stamped(other.now(), other.now()));
    }

    record Plain(String id, Optional<String> note) {}

    @Test
    void componentCanBeTheKeyAttributeItself() {
        Entity<Plain> plain = Entity.of(Plain.class)
                .partition("{id}")
                .index("gsi1", "NOTE", "ID#{id}")
                .options(RecordOptions.defaults().rename("id", "pk"))
                .build();
        World other = new World(plain);
        OpenEntities<Plain> entities = other.open(plain);
        entities.put(new Plain("a#b", Optional.of("x")));
        entities.put(new Plain("a#b", Optional.empty()));
        entities.patch("a#b").set("note", "y").run();
        assertThat(entities.find("a#b")).contains(new Plain("a#b", Optional.of("y")));
        assertThat(other.all())
                .containsExactly(Item.of("pk", "a%23b", "note", "y", "gsi1pk", "NOTE", "gsi1sk", "ID#a%23b"));
    }

    @Test
    void unknownAttributesAreRefusedUnlessTheyAreKeysOrTtl() {
        Entity<Plain> strict = Entity.of(Plain.class)
                .partition("P#{id}")
                .sort("P")
                .index("gsi1", "NOTE#{note}")
                .options(RecordOptions.defaults().refuseUnknown())
                .keep(Duration.ofDays(1))
                .build();
        World other = new World(strict);
        OpenEntities<Plain> entities = other.open(strict);
        entities.create(new Plain("a", Optional.of("x")));
        assertThat(entities.find("a")).isPresent();
    }
}
