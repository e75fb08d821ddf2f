package dev.varve.entity.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.entity.Device;
import dev.varve.entity.Device.Status;
import dev.varve.entity.Entity;
import dev.varve.entity.EntityBuilder;
import dev.varve.entity.EntityOutcome;
import dev.varve.entity.OpenEntities;
import dev.varve.entity.RecentOnly;
import dev.varve.entity.World;
import dev.varve.item.Item;
import dev.varve.table.Capacity;
import dev.varve.table.Query;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EntityIndexTest {

    private static EntityBuilder<Device> unindexed() {
        return Entity.of(Device.class)
                .named("devices")
                .partition("DEVICE#{deviceId}")
                .sort("#METADATA");
    }

    private static List<String> ids(World world, String index) {
        return world.index(index).stream()
                .map(item -> item.text("deviceId"))
                .sorted()
                .toList();
    }

    @Test
    void patchMovesAnEntityInTheIndexByOneWrite() {
        Entity<Device> entity = Device.declared().build();
        World world = new World(entity);
        OpenEntities<Device> devices = world.open(entity);
        devices.create(Device.of("d-1"));
        Capacity used =
                devices.patch("d-1").set("status", Status.INACTIVE).run().capacity();
        assertThat(used.table()).isEqualTo(Capacity.Units.writes(1));
        assertThat(world.table()
                        .blocking()
                        .query(Query.of("DEVICE_STATUS#active").on("gsi1"))
                        .items())
                .isEmpty();
        assertThat(world.table()
                        .blocking()
                        .query(Query.of("DEVICE_STATUS#inactive").on("gsi1"))
                        .items())
                .hasSize(1);
    }

    @Test
    void entityThatLacksAPartIsNotInTheIndex() {
        Entity<Device> entity =
                unindexed().index("gsi1", "LOCATION#{location}", "{name}").build();
        World world = new World(entity);
        OpenEntities<Device> devices = world.open(entity);
        devices.create(Device.of("d-1"));
        assertThat(world.index("gsi1")).isEmpty();
        // The patch does not know the parts of the sort key, but the key was written with the name.
        Capacity used = devices.patch("d-1").set("location", "north").run().capacity();
        assertThat(used.table().read()).isZero();
        assertThat(world.index("gsi1"))
                .extracting(item -> item.text("gsi1pk") + " / " + item.text("gsi1sk"))
                .containsExactly("LOCATION#north / sensor d-1");
        devices.patch("d-1").remove("location").run();
        assertThat(world.index("gsi1")).isEmpty();
    }

    @Test
    void entityIsReadFirstIfAPatchDoesNotKnowAllKeyParts() {
        Entity<Device> entity = unindexed()
                .index("gsi1", "AT#{location}#{status}", "{deviceId}")
                .build();
        World world = new World(entity);
        OpenEntities<Device> devices = world.open(entity);
        devices.create(Device.of("d-1").at("north").in(Status.ACTIVE));
        Capacity used =
                devices.patch("d-1").set("status", Status.INACTIVE).run().capacity();
        assertThat(used.table().read()).isEqualTo(1);
        assertThat(world.index("gsi1")).extracting(item -> item.text("gsi1pk")).containsExactly("AT#north#INACTIVE");
        assertThat(devices.patch("d-1")
                        .set("name", "x")
                        .run()
                        .capacity()
                        .table()
                        .read())
                .isZero();
        assertThat(devices.patch("d-1")
                        .remove("status")
                        .run()
                        .capacity()
                        .table()
                        .read())
                .isZero();
        assertThat(world.index("gsi1")).isEmpty();
        assertThat(devices.patch("d-2").set("status", Status.INACTIVE).run()).isInstanceOf(EntityOutcome.Missing.class);
    }

    @Test
    void incrementUpdatesTheIndexKey() {
        Entity<Device> entity =
                unindexed().index("gsi1", "DEVICES", "{alerts}#{deviceId}").build();
        World world = new World(entity);
        OpenEntities<Device> devices = world.open(entity);
        devices.create(Device.of("d-1"));
        devices.create(Device.of("d-2"));
        devices.patch("d-1").increment("alerts", 12).run();
        devices.patch("d-2").increment("alerts", 2).run();
        assertThat(world.table()
                        .blocking()
                        .query(Query.of("DEVICES").on("gsi1"))
                        .items())
                .extracting(item -> item.text("deviceId"))
                .containsExactly("d-2", "d-1");
    }

    @Test
    void sparseIndexHoldsOnlyEntitiesWithTheComponent() {
        Entity<Device> entity = unindexed()
                .sparseIndex("gsi1", "location", "PLACED", "{deviceId}")
                .build();
        World world = new World(entity);
        OpenEntities<Device> devices = world.open(entity);
        devices.create(Device.of("d-1"));
        devices.create(Device.of("d-2").at("north"));
        assertThat(ids(world, "gsi1")).containsExactly("d-2");
        devices.patch("d-1").set("location", "south").run();
        devices.patch("d-2").remove("location").run();
        assertThat(ids(world, "gsi1")).containsExactly("d-1");
        devices.put(Device.of("d-1"));
        assertThat(ids(world, "gsi1")).isEmpty();
    }

    record Flag(String id, boolean open) {}

    @Test
    void sparseIndexLeavesOutFalse() {
        Entity<Flag> entity = Entity.of(Flag.class)
                .partition("FLAG#{id}")
                .sort("FLAG")
                .sparseIndex("gsi1", "open", "OPEN", "{id}")
                .build();
        World world = new World(entity);
        OpenEntities<Flag> flags = world.open(entity);
        flags.create(new Flag("a", false));
        flags.create(new Flag("b", true));
        assertThat(world.index("gsi1")).extracting(item -> item.text("id")).containsExactly("b");
        flags.patch("b").set("open", false).run();
        flags.patch("a").set("open", true).run();
        assertThat(world.index("gsi1")).extracting(item -> item.text("id")).containsExactly("a");
    }

    @Test
    void recentIndexHoldsEntitiesThatWereRecentWhenWritten() {
        Entity<Device> entity = unindexed()
                .recentIndex("gsi1", RecentOnly.by("lastSeenAt", Duration.ofHours(1)), "SEEN", "{lastSeenAt}")
                .build();
        World world = new World(entity);
        OpenEntities<Device> devices = world.open(entity);
        devices.create(Device.of("never"));
        devices.create(Device.of("long ago").seen(World.START.minus(Duration.ofHours(2))));
        devices.create(Device.of("just now").seen(World.START));
        assertThat(ids(world, "gsi1")).containsExactly("just now");
        world.pass(Duration.ofHours(2));
        devices.patch("never").set("lastSeenAt", world.now()).run();
        devices.put(Device.of("just now").seen(World.START));
        assertThat(ids(world, "gsi1")).containsExactly("never");
    }

    @Test
    void shardedIndexSpreadsOneStatus() {
        Entity<Device> entity = unindexed()
                .index("gsi1", "DEVICE_STATUS#{status}#{shard:4}", "DEVICE#{deviceId}")
                .build();
        World world = new World(entity);
        OpenEntities<Device> devices = world.open(entity);
        for (int i = 0; i < 40; i++) {
            devices.create(Device.of("d-" + i).in(Status.ACTIVE));
        }
        assertThat(world.index("gsi1").stream().map(item -> item.text("gsi1pk")).distinct())
                .containsExactlyInAnyOrder(
                        "DEVICE_STATUS#ACTIVE#0",
                        "DEVICE_STATUS#ACTIVE#1",
                        "DEVICE_STATUS#ACTIVE#2",
                        "DEVICE_STATUS#ACTIVE#3");
        devices.patch("d-1").set("status", Status.INACTIVE).run();
        Item moved = world.stored("DEVICE#d-1", "#METADATA");
        devices.delete("d-1");
        devices.create(Device.of("d-1").in(Status.INACTIVE));
        assertThat(moved).isEqualTo(world.stored("DEVICE#d-1", "#METADATA"));
    }

    @Test
    void indexByCreationKeepsItsKeyWhenPut() {
        Entity<Device> entity = unindexed()
                .index("gsi1", "ALL", "{createdAt}#{deviceId}")
                .createdAt("createdAt")
                .build();
        World world = new World(entity);
        OpenEntities<Device> devices = world.open(entity);
        devices.put(Device.of("d-1"));
        world.pass(Duration.ofDays(1));
        devices.put(Device.of("d-1").named("new"));
        assertThat(world.index("gsi1"))
                .extracting(item -> item.text("gsi1sk"))
                .containsExactly("2026-04-20T14:00:00.000Z#d-1");
        assertThat(devices.find("d-1")).map(Device::name).contains("new");
    }

    @Test
    void indexByUpdateFollowsEveryWrite() {
        Entity<Device> entity = unindexed()
                .index("gsi1", "ALL", "{updatedAt}")
                .updatedAt("updatedAt")
                .build();
        World world = new World(entity);
        OpenEntities<Device> devices = world.open(entity);
        devices.create(Device.of("d-1"));
        world.pass(Duration.ofSeconds(1));
        assertThat(devices.patch("d-1")
                        .set("name", "x")
                        .run()
                        .capacity()
                        .table()
                        .read())
                .isZero();
        assertThat(world.index("gsi1"))
                .extracting(item -> item.text("gsi1sk"))
                .containsExactly("2026-04-20T14:00:01.000Z");
    }

    record Numbered(String id, long rank, @Nullable Instant at) {}

    @Test
    void numbersInKeysCanBeQueried() {
        Entity<Numbered> entity = Entity.of(Numbered.class)
                .partition("N#{id}")
                .sort("R#{rank}")
                .index("gsi1", "R#{rank}", "{at}")
                .build();
        World world = new World(entity);
        OpenEntities<Numbered> numbered = world.open(entity);
        numbered.create(new Numbered("a", -5, null));
        numbered.patch("a", -5).set("at", World.START).run();
        assertThat(numbered.find("a", -5L)).contains(new Numbered("a", -5, World.START));
        assertThat(world.index("gsi1")).hasSize(1);
    }
}
