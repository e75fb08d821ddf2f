package dev.varve.testkit.contract.series;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Transaction;
import dev.varve.Varve;
import dev.varve.entity.Entity;
import dev.varve.entity.EntityBuilder;
import dev.varve.entity.EntityOutcome;
import dev.varve.entity.OpenEntities;
import dev.varve.entity.VersionHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Entities are created, replaced, updated and found as declared, and every write updates their index keys. */
public abstract class EntityContract extends SeriesContract {

    /** An entity with a component of every kind. */
    public record Device(
            String deviceId,
            Optional<String> status,
            Optional<String> location,
            Optional<String> serial,
            long alerts,
            Optional<Instant> createdAt,
            Optional<Instant> updatedAt,
            Optional<Long> version) {

        static Device of(String deviceId) {
            return new Device(
                    deviceId,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    0,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }

        Device at(String newLocation) {
            return new Device(
                    deviceId, status, Optional.of(newLocation), serial, alerts, createdAt, updatedAt, version);
        }

        Device withSerial(String newSerial) {
            return new Device(
                    deviceId, status, location, Optional.of(newSerial), alerts, createdAt, updatedAt, version);
        }

        Device of(long newVersion) {
            return new Device(
                    deviceId, status, location, serial, alerts, createdAt, updatedAt, Optional.of(newVersion));
        }
    }

    private static EntityBuilder<Device> declared() {
        return Entity.of(Device.class)
                .named("devices")
                .partition("DEVICE#{deviceId}")
                .sort("#METADATA")
                .index("gsi1", "DEVICE_STATUS#{status}#{shard:2}", "DEVICE#{deviceId}")
                .index("gsi2", "PLACE#{location}#{status}", "{createdAt}")
                .withDefault("status", "active")
                .readOnly("serial")
                .createdAt("createdAt")
                .updatedAt("updatedAt");
    }

    private static final Entity<Device> DEVICES = declared().build();

    private static final Entity<Device> VERSIONED =
            declared().versioned("version", VersionHistory.retained()).build();

    private OpenEntities<Device> openDevices() {
        return open(DEVICES).entities(DEVICES);
    }

    @Test
    void secondCreateReturnsTheExistingEntity() {
        OpenEntities<Device> devices = openDevices();
        assertThat(devices.create(Device.of("d-1").at("north"))).isInstanceOf(EntityOutcome.Created.class);
        assertThat(devices.create(Device.of("d-1").at("south")))
                .isInstanceOfSatisfying(
                        EntityOutcome.Exists.class,
                        exists -> assertThat(exists.existing())
                                .isEqualTo(devices.findConsistent("d-1").orElseThrow()));
        assertThat(devices.findConsistent("d-1").orElseThrow().status()).contains("active");
    }

    @Test
    void putKeepsReadOnlyComponents() {
        OpenEntities<Device> devices = openDevices();
        Instant created = clock().instant();
        devices.put(Device.of("d-1").withSerial("S-1").at("north"));
        clock().advance(Duration.ofMinutes(1));
        assertThat(devices.put(Device.of("d-1").withSerial("S-2")).isDone()).isTrue();
        Device device = devices.findConsistent("d-1").orElseThrow();
        assertThat(device.serial()).contains("S-1");
        assertThat(device.location()).isEmpty();
        assertThat(device.createdAt()).contains(created);
        assertThat(device.updatedAt()).contains(clock().instant());
    }

    @Test
    void patchMovesTheEntityInItsIndexes() {
        OpenEntities<Device> devices = openDevices();
        IntStream.range(0, 6).forEach(i -> devices.create(Device.of("d-" + i).at("north")));
        devices.patch("d-3").set("status", "inactive").increment("alerts", 2).run();
        assertThat(devices.findConsistent("d-3").orElseThrow().alerts()).isEqualTo(2);
        eventually(() -> assertThat(ids(devices.by("gsi1", "active").list()))
                .containsExactly("d-0", "d-1", "d-2", "d-4", "d-5"));
        eventually(() -> assertThat(ids(devices.by("gsi1", "inactive").list())).containsExactly("d-3"));
        eventually(() ->
                assertThat(ids(devices.by("gsi2", "north", "inactive").list())).containsExactly("d-3"));
        eventually(() -> assertThat(ids(devices.by("gsi1", "active")
                        .from("d-1")
                        .to("d-5")
                        .descending()
                        .list()))
                .containsExactly("d-4", "d-2", "d-1"));
        devices.patch("d-3").remove("status").run();
        eventually(() -> assertThat(devices.by("gsi1", "inactive").count()).isZero());
    }

    private static List<String> ids(List<Device> devices) {
        return devices.stream().map(Device::deviceId).toList();
    }

    @Test
    void failedConditionsAndAbsenceAreResults() {
        OpenEntities<Device> devices = openDevices();
        assertThat(devices.patch("d-1").set("location", "x").run()).isInstanceOf(EntityOutcome.Missing.class);
        assertThat(devices.delete("d-1")).isInstanceOf(EntityOutcome.Missing.class);
        devices.create(Device.of("d-1"));
        assertThat(devices.patch("d-1")
                        .set("location", "x")
                        .when(attr("alerts").after(3))
                        .run())
                .isInstanceOf(EntityOutcome.ConditionFailed.class);
        assertThat(devices.removal("d-1").when(attr("alerts").after(3)).run())
                .isInstanceOf(EntityOutcome.ConditionFailed.class);
        assertThat(devices.delete("d-1")).isInstanceOf(EntityOutcome.Deleted.class);
        assertThat(devices.findConsistent("d-1")).isEmpty();
    }

    @Test
    void everyVersionIsKeptAndOnlyTheNewestCanBeReplaced() {
        OpenEntities<Device> devices = open(VERSIONED).entities(VERSIONED);
        devices.create(Device.of("d-1").at("a"));
        assertThat(devices.put(Device.of("d-1").at("b").of(1)).isDone()).isTrue();
        assertThat(devices.put(Device.of("d-1").at("c").of(1))).isInstanceOf(EntityOutcome.VersionConflict.class);
        assertThat(devices.patch("d-1").set("location", "d").run().isDone()).isTrue();
        assertThat(devices.patch("d-1").set("location", "e").expecting(2).run())
                .isInstanceOf(EntityOutcome.VersionConflict.class);
        assertThat(devices.versions("d-1").list().stream()
                        .map(device -> device.version().orElseThrow()
                                + device.location().orElse("")))
                .containsExactly("3d", "2b", "1a");
        devices.delete("d-1");
        devices.create(Device.of("d-1").at("f"));
        assertThat(devices.findConsistent("d-1").orElseThrow().version()).contains(4L);
    }

    @Test
    void expiredEntityCanBeCreatedAgain() {
        Entity<Device> kept = declared().keep(Duration.ofHours(1)).build();
        OpenEntities<Device> devices = open(kept).entities(kept);
        devices.create(Device.of("d-1").withSerial("S-1"));
        clock().advance(Duration.ofHours(1));
        assertThat(devices.patch("d-1").set("location", "x").run()).isInstanceOf(EntityOutcome.Missing.class);
        assertThat(devices.put(Device.of("d-1").withSerial("S-2")).isDone()).isTrue();
        Device device = devices.findConsistent("d-1").orElseThrow();
        assertThat(device.serial()).contains("S-2");
        assertThat(device.createdAt()).contains(clock().instant());
    }

    @Test
    void findAllReturnsManyEntities() {
        OpenEntities<Device> devices = openDevices();
        IntStream.range(0, 120).forEach(i -> devices.create(Device.of("d-" + i)));
        assertThat(devices.findAll(
                                IntStream.range(0, 130).mapToObj(i -> "d-" + i).toList())
                        .records())
                .hasSize(120);
    }

    @Test
    void transactionWithAnAppendIsAllOrNothing() {
        Varve db = open(READINGS, VERSIONED);
        OpenEntities<Device> devices = db.entities(VERSIONED);
        devices.create(Device.of("d-1").at("north"));
        Transaction patching = db.transact();
        patching.append(db.series(READINGS), reading(0, 1));
        patching.patch(devices, devices.patch("d-1").set("status", "inactive"));
        assertThat(patching.commit()).isInstanceOf(Transaction.Result.Committed.class);
        Transaction creating = db.transact();
        creating.append(db.series(READINGS), reading(1, 1));
        creating.create(devices, Device.of("d-1"));
        assertThat(creating.commit()).isInstanceOf(Transaction.Result.Cancelled.class);
        assertThat(db.series(READINGS).latestConsistent("d-1")).contains(reading(0, 1));
        assertThat(devices.versions("d-1").list()).hasSize(2);
    }
}
