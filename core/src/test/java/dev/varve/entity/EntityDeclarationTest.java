package dev.varve.entity;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.varve.entity.internal.VersionText;
import dev.varve.item.InstantFormat;
import dev.varve.item.RecordOptions;
import dev.varve.schema.Schema;
import dev.varve.schema.internal.Placement;
import dev.varve.schema.internal.Placements;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EntityDeclarationTest {

    private static final String COMPONENTS =
            "[deviceId, name, status, location, serial, lastSeenAt, alerts, tags, createdAt, updatedAt]";

    record Document(String id, String title, long version) {}

    record Site(String siteId, Optional<String> zone) {}

    private static EntityBuilder<Document> documents() {
        return Entity.of(Document.class).partition("DOC#{id}").sort("DOC");
    }

    @Test
    void defaultNameIsThatOfTheRecord() {
        assertThat(documents().build().name()).isEqualTo("Document");
        assertThat(documents().named("documents").build().name()).isEqualTo("documents");
    }

    @Test
    void placementsListTheKeysOfEntitiesAndSnapshots() {
        Entity<Document> entity = documents()
                .versioned("version", VersionHistory.retained(Duration.ofDays(1)))
                .build();
        assertThat(Placements.of(entity)).extracting(Placement::role).containsExactly("entities", "snapshots");
        assertThat(Placements.of(entity)).extracting(Placement::expires).containsExactly(false, true);
        assertThat(Placements.of(entity).get(1).layout().sorts()).containsExactly("DOC#v#{version}");
    }

    @Test
    void factsListWhatStoredItemsDependOn() {
        assertThat(documents().versioned("version").build().facts())
                .containsExactly(
                        entry("partition", "DOC#{id}"), entry("sort", "DOC"), entry("version", "version in version"));
        assertThat(Entity.of(Site.class).partition("SITE#{siteId}").build().facts())
                .containsExactly(entry("partition", "SITE#{siteId}"));
    }

    @Test
    void declarationDescribesItself() {
        Entity<Device> entity = Device.declared()
                .sparseIndex("gsi2", "location", "LOCATION#{location}", "DEVICE#{deviceId}")
                .keep(Duration.ofDays(30))
                .build();
        assertThat(entity.describe()).isEqualTo("""
                        entity devices of Device[deviceId, name, status, location, serial, lastSeenAt, alerts, tags, createdAt, updatedAt]
                          partition DEVICE#{deviceId}, for example DEVICE#deviceId
                          sort #METADATA, for example #METADATA
                          index gsi1
                            partition DEVICE_STATUS#{status}, for example DEVICE_STATUS#status
                            sort DEVICE#{deviceId}, for example DEVICE#deviceId
                          index gsi2, only with location
                            partition LOCATION#{location}, for example LOCATION#location
                            sort DEVICE#{deviceId}, for example DEVICE#deviceId
                          read-only: serial
                          kept for PT720H from the last write""");
    }

    @Test
    void snapshotsMustNotCollideWithOtherEntities() {
        Entity<Document> versioned =
                documents().versioned("version", VersionHistory.retained()).build();
        Entity<Site> other = Entity.of(Site.class)
                .partition("DOC#{siteId}")
                .sort("DOC#v#0000001")
                .build();
        assertRejected(
                () -> Schema.of("documents", versioned, other),
                "schema.keys-collide",
                "table documents: snapshots of Document (\"DOC#{id}\" / \"DOC#v#{version}\") and entities of Site"
                        + " (\"DOC#{siteId}\" / \"DOC#v#0000001\") can have the same key: begin their sort templates with"
                        + " different words");
    }

    @Test
    void unknownComponentIsRefused() {
        assertRejected(
                () -> Device.declared().readOnly("colour").build(),
                "entity.unknown-component",
                "readOnly of devices names colour, which record Device does not have; it has " + COMPONENTS);
        assertRejected(
                () -> Device.declared().createdAt("made").build(),
                "entity.unknown-component",
                "createdAt of devices names made, which record Device does not have; it has " + COMPONENTS);
        assertRejected(
                () -> Device.declared()
                        .sparseIndex("gsi2", "colour", "A#{name}", "B#{name}")
                        .build(),
                "entity.unknown-component",
                "sparseIndex gsi2 of devices names colour, which record Device does not have; it has " + COMPONENTS);
    }

    @Test
    void missingPartitionIsRefused() {
        assertRejected(
                () -> Entity.of(Site.class).build(),
                "entity.no-partition",
                "Site has no partition template: give one with partition(\"…\")");
    }

    @Test
    void keyPartThatMayBeAbsentIsRefused() {
        assertRejected(
                () -> Entity.of(Site.class).partition("SITE#{zone}").build(),
                "entity.key-part-optional",
                "component zone is part of the key of Site and may be absent: drop Optional or @Nullable from it");
    }

    @Test
    void keyThatCannotBeWrittenIsRefused() {
        assertRejected(
                () -> Device.declared().index("gsi2", "TAG#{tags}").build(),
                "entity.key-not-derivable",
                "a key of index gsi2 of devices is written from component tags, which is stored as LIST: only texts,"
                        + " numbers and booleans can be part of a key. Name another component, or convert it to a text");
    }

    @Test
    void indexGivenTwiceIsRefused() {
        assertRejected(
                () -> Device.declared().index("gsi1", "NAME#{name}").build(),
                "entity.index-twice",
                "devices is in index gsi1 twice, but an item has one key in an index: use another index");
    }

    @Test
    void componentWithTwoRolesIsRefused() {
        assertRejected(
                () -> Device.declared().readOnly("createdAt").build(),
                "entity.component-twice",
                "component createdAt of devices is createdAt and readOnly: name another component for one of them");
        assertRejected(
                () -> Device.declared().readOnly("deviceId").build(),
                "entity.component-twice",
                "component deviceId of devices is part of the key and readOnly: name another component for one of them");
        assertRejected(
                () -> Device.declared().withDefault("updatedAt", World.START).build(),
                "entity.component-twice",
                "component updatedAt of devices is updatedAt and has a default, which would never be used: drop"
                        + " withDefault");
    }

    @Test
    void stampOfTheWrongTypeIsRefused() {
        assertRejected(
                () -> Device.declared().createdAt("name").build(),
                "entity.component-type",
                "createdAt of devices is component name, which is String: name a component of type Instant");
        assertRejected(
                () -> Device.declared().versioned("name").build(),
                "entity.component-type",
                "versioned of devices is component name, which is String: name a component of type long");
        assertRejected(
                () -> Device.declared()
                        .recentIndex("gsi2", RecentOnly.by("name", Duration.ofDays(1)), "A#{name}", "B#{name}")
                        .build(),
                "entity.component-type",
                "recentIndex gsi2 of devices is component name, which is String: name a component of type Instant");
    }

    @Test
    void defaultThatDoesNotFitIsRefused() {
        assertRejected(
                () -> Device.declared().withDefault("status", "active").build(),
                "entity.default-class",
                "the default of component status of devices does not fit: component status is of type Status; given"
                        + " active"
                        + " of type String");
        assertRejected(
                () -> Device.declared().withDefault("name", "unnamed").build(),
                "entity.default-required",
                "component name of devices is never absent, so its default would never be used: declare it Optional or"
                        + " @Nullable, or drop withDefault");
    }

    @Test
    void historyWithoutSortKeyIsRefused() {
        assertRejected(
                () -> Entity.of(Document.class)
                        .partition("DOC#{id}")
                        .versioned("version", VersionHistory.retained())
                        .build(),
                "entity.history-needs-sort",
                "Document keeps its versions, which need a sort key: declare a sort template");
    }

    @Test
    void historyOfShardedEntitiesIsRefused() {
        assertRejected(
                () -> Entity.of(Document.class)
                        .partition("DOCS#{shard:4}")
                        .sort("DOC#{id}")
                        .versioned("version", VersionHistory.retained())
                        .build(),
                "entity.history-sharded",
                "Document keeps its versions, but its partition \"DOCS#{shard:4}\" has a shard, so versions of one"
                        + " entity would be in different partitions: drop the shard, or keep no versions");
    }

    @Test
    void durationsMustBeLongerThanZero() {
        assertRejected(
                () -> documents().keep(Duration.ZERO),
                "entity.duration",
                "keep is PT0S; it must be longer than zero. Leave it out to keep entities for ever");
        assertRejected(
                () -> VersionHistory.retained(Duration.ofDays(-1)),
                "entity.duration",
                "versions are kept for PT-24H; it must be longer than zero. Leave it out to keep them for ever");
        assertRejected(
                () -> RecentOnly.by("at", Duration.ZERO),
                "entity.duration",
                "recent by at is within PT0S; it must be longer than zero");
    }

    record Stamped(String id, @Nullable Instant createdAt) {}

    @Test
    void timestampsAreMillisecondsByDefault() {
        assertThat(storedStamp(RecordOptions.defaults())).isEqualTo("\"2026-04-20T14:00:00.123Z\"");
        assertThat(storedStamp(RecordOptions.defaults().instants(InstantFormat.SECONDS)))
                .isEqualTo("\"2026-04-20T14:00:00Z\"");
        assertThat(storedStamp(RecordOptions.defaults().instant("createdAt", InstantFormat.NANOS)))
                .isEqualTo("\"2026-04-20T14:00:00.123456789Z\"");
        assertThat(storedStamp(RecordOptions.defaults().instant("createdAt", InstantFormat.EPOCH_SECONDS)))
                .isEqualTo("1776693600");
    }

    private static String storedStamp(RecordOptions options) {
        Entity<Stamped> entity = Entity.of(Stamped.class)
                .partition("S#{id}")
                .sort("S")
                .options(options)
                .createdAt("createdAt")
                .build();
        World world = new World(entity);
        world.pass(Duration.ofNanos(123_456_789));
        world.open(entity).create(new Stamped("a", null));
        return String.valueOf(world.stored("S#a", "S").value("createdAt"));
    }

    @Test
    void versionTextsSortLikeNumbers() {
        long[] versions = {1, 2, 10, 9_999_999, 10_000_000, 99_999_999, 100_000_000, Long.MAX_VALUE};
        assertThat(VersionText.of(1)).isEqualTo("0000001");
        assertThat(VersionText.of(10_000_000)).isEqualTo("A10000000");
        for (int i = 1; i < versions.length; i++) {
            assertThat(VersionText.of(versions[i])).isGreaterThan(VersionText.of(versions[i - 1]));
        }
    }
}
