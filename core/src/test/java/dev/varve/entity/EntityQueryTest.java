package dev.varve.entity;

import static dev.varve.error.Refusals.assertRejected;
import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.entity.Device.Status;
import dev.varve.error.Seeded;
import dev.varve.item.RecordOptions;
import dev.varve.memory.MemoryEngine;
import dev.varve.schema.Schema;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.table.IndexSchema;
import dev.varve.table.PageToken;
import dev.varve.table.Projection;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EntityQueryTest {

    enum Severity {
        LOW,
        CRITICAL
    }

    record Alert(
            String deviceId,
            String alertId,
            Severity severity,
            Instant openedAt,
            long value,
            @Nullable Long version) {}

    private static EntityBuilder<Alert> alerts() {
        return Entity.of(Alert.class)
                .named("alerts")
                .partition("DEVICE#{deviceId}")
                .sort("ALERT#{alertId}")
                .options(RecordOptions.defaults().lowerCaseEnums())
                .index("gsi1", "ALERT_SEVERITY#{severity}#{shard:3}", "ALERT#{openedAt}#{alertId}")
                .index("gsi2", "ALERTS", "{value}#{alertId}");
    }

    private static Alert alert(String device, int id, Severity severity) {
        return new Alert(device, "a-" + (100 + id), severity, World.START.plusSeconds(id), id - 5, null);
    }

    private final Entity<Alert> entity = alerts().build();
    private final Entity<Device> devices = Device.declared().build();
    private final World world = new World(entity, devices);
    private final OpenEntities<Alert> alerts = world.open(entity);

    private void open(int count) {
        for (int i = 0; i < count; i++) {
            alerts.create(alert("d-" + i % 2, i, i % 3 == 0 ? Severity.LOW : Severity.CRITICAL));
        }
        world.open(devices).create(Device.of("d-0"));
        world.open(devices).create(Device.of("d-1"));
    }

    private static List<String> ids(List<Alert> found) {
        return found.stream().map(Alert::alertId).toList();
    }

    @Test
    void indexIsReadOverAllShardsInOrder() {
        open(20);
        assertThat(ids(alerts.by("gsi1", Severity.CRITICAL).list()))
                .containsExactlyElementsOf(IntStream.range(0, 20)
                        .filter(i -> i % 3 != 0)
                        .mapToObj(i -> "a-" + (100 + i))
                        .toList());
        assertThat(alerts.by("gsi1", Severity.CRITICAL).descending().first())
                .map(Alert::alertId)
                .contains("a-119");
        assertThat(alerts.by("gsi1", Severity.LOW).count()).isEqualTo(7);
    }

    @Test
    void nextPartOfTheSortKeyIsBoundedHalfOpen() {
        open(20);
        EntityQuery<Alert> critical = alerts.by("gsi1", Severity.CRITICAL);
        assertThat(ids(critical.from(World.START.plusSeconds(4))
                        .to(World.START.plusSeconds(8))
                        .list()))
                .containsExactly("a-104", "a-105", "a-107");
        assertThat(ids(critical.from(World.START.plusSeconds(17)).list())).containsExactly("a-117", "a-119");
        assertThat(ids(critical.to(World.START.plusSeconds(2)).list())).containsExactly("a-101");
        assertThat(critical.from(World.START.plusSeconds(4))
                        .to(World.START.plusSeconds(4))
                        .list())
                .isEmpty();
        assertThat(critical.from(World.START.plusSeconds(9))
                        .to(World.START.plusSeconds(4))
                        .count())
                .isZero();
        assertThat(ids(critical.beginsWith("2026-04-20T14:00:1").list())).hasSize(7);
    }

    @Test
    void numbersAreBoundedByValue() {
        open(12);
        assertThat(alerts.by("gsi2").from(-2).to(3).list().stream().map(Alert::value))
                .containsExactly(-2L, -1L, 0L, 1L, 2L);
        assertRejected(
                () -> alerts.by("gsi2").beginsWith("1"),
                "entity.prefix-of-number",
                "value of alerts is a number, so it has no prefix: use from(…) and to(…)");
    }

    @Test
    void limitCountsAfterTheFilter() {
        open(20);
        assertThat(ids(alerts.by("gsi1", Severity.CRITICAL)
                        .where(attr("deviceId").is("d-1"))
                        .limit(3)
                        .list()))
                .containsExactly("a-101", "a-105", "a-107");
    }

    @Test
    void pagesResumeWhereTheyEnded() {
        open(20);
        EntityQuery<Alert> query =
                alerts.by("gsi1", Severity.CRITICAL).descending().limit(4);
        List<Alert> all = new ArrayList<>();
        PageToken token = null;
        do {
            EntityPage<Alert> page = query.page(token);
            all.addAll(page.records());
            token = page.next();
        } while (token != null);
        assertThat(all)
                .isEqualTo(alerts.by("gsi1", Severity.CRITICAL).descending().list());
        PageToken other = alerts.by("gsi1", Severity.LOW).limit(1).page().next();
        assertRejected(
                () -> query.page(other),
                "page.token",
                "the page token does not belong to this query: resume with the same table, index, keys, filter and"
                        + " order");
    }

    @Test
    void entitiesOfAPartitionAreListed() {
        open(6);
        assertThat(ids(alerts.in("d-0").list())).containsExactly("a-100", "a-102", "a-104");
        assertThat(ids(alerts.in("d-0").descending().limit(1).list())).containsExactly("a-104");
        assertThat(ids(alerts.in("d-0").from("a-102").list())).containsExactly("a-102", "a-104");
        assertThat(ids(alerts.in("d-0", "a-102").list())).containsExactly("a-102");
        assertThat(alerts.in("d-9").list()).isEmpty();
        try (Stream<Alert> stream = alerts.in("d-1").stream()) {
            assertThat(stream.map(Alert::alertId)).containsExactly("a-101", "a-103", "a-105");
        }
    }

    @Test
    void snapshotsAreNotListed() {
        Entity<Alert> versioned =
                alerts().versioned("version", VersionHistory.retained()).build();
        OpenEntities<Alert> open = World.opened(versioned);
        open.create(alert("d-0", 0, Severity.LOW));
        open.patch("d-0", "a-100").set("value", 7).run();
        assertThat(open.in("d-0").list()).extracting(Alert::value).containsExactly(7L);
        assertThat(open.in("d-0").count()).isEqualTo(1);
        assertThat(open.versions("d-0", "a-100").list()).hasSize(2);
    }

    @Test
    void consistentReadsCostTwiceAndNeedTheTable() {
        open(10);
        EntityQuery<Alert> ofOne = alerts.in("d-0");
        assertThat(ids(ofOne.consistent().descending().limit(2).list())).containsExactly("a-108", "a-106");
        assertThat(ofOne.consistent().page().capacity().table().read())
                .isEqualTo(2 * ofOne.page().capacity().table().read());
        assertRejected(
                () -> alerts.by("gsi1", Severity.LOW).consistent(),
                "query.index-consistent",
                "index gsi1 cannot be read consistently: read the entities themselves, or leave consistent() out");
    }

    @Test
    void explainListsTheShards() {
        assertThat(alerts.by("gsi1", Severity.CRITICAL).explain().toString())
                .contains("partitions: 3", "ALERT_SEVERITY#critical#0");
    }

    @Test
    void refusalsSayWhatToChange() {
        assertRejected(
                () -> alerts.by("gsi9"),
                "entity.unknown-index",
                "alerts has no index gsi9; its indexes are [gsi1, gsi2]");
        assertRejected(
                () -> alerts.in("d-0", "a-100").from("a"),
                "entity.no-range",
                "the query of alerts gives {deviceId=d-0, alertId=a-100}, and its sort key has no other part that could be"
                        + " bounded: leave the bound out, or give fewer parts");
        assertRejected(
                () -> alerts.by("gsi1", Severity.LOW).limit(0),
                "entity.limit",
                "limit 0 is below 1; leave it out for no limit");
        assertRejected(
                () -> alerts.in("d-0").from("a").beginsWith("b"),
                "key.range-and-prefix",
                "a part of the key is bounded by {alertId=a} and by the prefix {alertId=b}: use only one of them");
    }

    record Note(String deviceId, String noteId) {}

    @Test
    void readThatCouldReturnOthersIsRefused() {
        Entity<Note> notes = Entity.of(Note.class)
                .named("notes")
                .partition("DEVICE#{deviceId}")
                .sort("{noteId}")
                .build();
        World mixed = new World(notes, devices);
        assertRejected(
                () -> mixed.open(notes).in("d-0"),
                "entity.range-mixes",
                "a read of notes by leading parts can return entities of devices: begin their sort"
                        + " templates with different words");
    }

    @Test
    void indexWithoutAllAttributesIsNotRead() {
        TableSchema table =
                TableSchema.named("iot").index("gsi1", "gsi1pk", "gsi1sk").build();
        IndexSchema whole = table.indexes().get(0);
        TableSchema partial = TableSchema.named("iot")
                .index(new IndexSchema(whole.name(), whole.key(), new Projection.Include(Set.of("status"))))
                .build();
        Table opened = new MemoryEngine(() -> World.START).open(partial).join();
        OpenEntities<Device> open = new OpenEntities<>(
                new OpenSchema(Schema.of(partial, devices), Map.of("iot", opened), () -> World.START, 1), devices);
        assertRejected(
                () -> open.by("gsi1", Status.ACTIVE),
                "entity.index-partial",
                "index gsi1 of table iot does not project [alerts, createdAt, deviceId, lastSeenAt, location, name,"
                        + " serial, tags, updatedAt], so entities of devices cannot be read from it: project all"
                        + " attributes");
    }

    @Test
    void queriesAgreeWithFilteringAllEntities() {
        Seeded.runs(40, random -> {
            World run = new World(entity);
            OpenEntities<Alert> open = run.open(entity);
            List<Alert> all = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                Alert alert = new Alert(
                        "d",
                        "a-" + i,
                        Severity.CRITICAL,
                        World.START.plus(Duration.ofMillis(random.nextInt(10) * 500L)),
                        random.nextInt(-20, 20),
                        null);
                all.add(alert);
                open.create(alert);
            }
            long low = random.nextInt(-22, 22);
            long high = random.nextInt(-22, 22);
            Predicate<Alert> inValues = alert -> alert.value() >= low && alert.value() < high;
            assertThat(open.by("gsi2").from(low).to(high).list())
                    .containsExactlyInAnyOrderElementsOf(
                            all.stream().filter(inValues).toList())
                    .isSortedAccordingTo(Comparator.comparingLong(Alert::value));
            Instant since = World.START.plus(Duration.ofMillis(random.nextInt(12) * 250L));
            assertThat(open.by("gsi1", Severity.CRITICAL).from(since).list())
                    .containsExactlyInAnyOrderElementsOf(all.stream()
                            .filter(alert -> !alert.openedAt().isBefore(since))
                            .toList());
            assertThat(open.by("gsi1", Severity.CRITICAL).to(since).count())
                    .isEqualTo(all.stream()
                            .filter(alert -> alert.openedAt().isBefore(since))
                            .count());
        });
    }
}
