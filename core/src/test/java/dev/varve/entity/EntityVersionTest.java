package dev.varve.entity;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class EntityVersionTest {

    record Document(
            String id,
            String title,
            @Nullable String author,
            long reads,
            @Nullable Long version,
            @Nullable Instant createdAt) {

        static Document of(String title, @Nullable Long version) {
            return new Document("a", title, null, 0, version, null);
        }
    }

    private static EntityBuilder<Document> documents() {
        return Entity.of(Document.class)
                .named("documents")
                .partition("DOC#{id}")
                .sort("DOC")
                .readOnly("author")
                .createdAt("createdAt");
    }

    private static List<String> titles(OpenEntities<Document> documents) {
        return documents.versions("a").list().stream()
                .map(document -> document.version() + " " + document.title())
                .toList();
    }

    @Nested
    class WithoutHistory {

        private final OpenEntities<Document> documents =
                World.opened(documents().versioned("version").build());

        @Test
        void writesAreCounted() {
            documents.create(Document.of("first", null));
            documents.put(Document.of("second", 1L));
            documents.patch("a").set("title", "third").run();
            var patched = (EntityOutcome.Patched<Document>)
                    documents.patch("a").set("title", "fourth").expecting(3).run();
            assertThat(patched.record().version()).isEqualTo(4);
        }

        @Test
        void putOfAnOldVersionIsAConflict() {
            documents.create(Document.of("first", null));
            documents.put(Document.of("second", 1L));
            var conflict = (EntityOutcome.VersionConflict<Document>) documents.put(Document.of("mine", 1L));
            assertThat(conflict.find()).map(Document::title).contains("second");
            assertThat(documents.find("a")).map(Document::title).contains("second");
        }

        @Test
        void putWithoutVersionMustBeNew() {
            assertThat(documents.put(Document.of("first", null)).isDone()).isTrue();
            assertThat(documents.put(Document.of("again", null))).isInstanceOf(EntityOutcome.VersionConflict.class);
            assertThat(documents.put(Document.of("again", 0L))).isInstanceOf(EntityOutcome.VersionConflict.class);
        }

        @Test
        void putWithAVersionOfAnAbsentEntityIsAConflict() {
            var conflict = (EntityOutcome.VersionConflict<Document>) documents.put(Document.of("mine", 3L));
            assertThat(conflict.find()).isEmpty();
        }

        @Test
        void patchAndRemovalExpectAVersion() {
            documents.create(Document.of("first", null));
            assertThat(documents.patch("a").set("title", "x").expecting(2).run())
                    .isInstanceOf(EntityOutcome.VersionConflict.class);
            assertThat(documents.removal("a").expecting(2).run()).isInstanceOf(EntityOutcome.VersionConflict.class);
            assertThat(documents.removal("a").expecting(1).run()).isInstanceOf(EntityOutcome.Deleted.class);
            assertThat(documents.patch("a").set("title", "x").expecting(1).run())
                    .isInstanceOf(EntityOutcome.Missing.class);
        }

        @Test
        void versionsOfEntitiesWithoutHistoryAreRefused() {
            assertRejected(
                    () -> documents.versions("a"),
                    "entity.no-history",
                    "documents keeps no versions: declare versioned(…, VersionHistory.retained())");
        }
    }

    @Nested
    class WithHistory {

        private final Entity<Document> entity =
                documents().versioned("version", VersionHistory.retained()).build();
        private final World world = new World(entity);
        private final OpenEntities<Document> documents = world.open(entity);

        @Test
        void everyVersionIsKept() {
            documents.create(new Document("a", "first", "ann", 0, null, null));
            world.pass(Duration.ofDays(1));
            documents.put(Document.of("second", 1L));
            documents.patch("a").increment("reads", 5).run();
            var last = (EntityOutcome.Patched<Document>)
                    documents.patch("a").set("title", "third").run();
            Document third = new Document("a", "third", "ann", 5, 4L, World.START);
            assertThat(last.record()).isEqualTo(third);
            assertThat(documents.versions("a").list())
                    .containsExactly(
                            third,
                            new Document("a", "second", "ann", 5, 3L, World.START),
                            new Document("a", "second", "ann", 0, 2L, World.START),
                            new Document("a", "first", "ann", 0, 1L, World.START));
            assertThat(documents.versions("a").find(2)).map(Document::title).contains("second");
            assertThat(documents.versions("a").find(9)).isEmpty();
        }

        @Test
        void snapshotsAreStoredUnderTheSortKey() {
            documents.create(Document.of("first", null));
            Item snapshot = world.stored("DOC#a", "DOC#v#0000001");
            assertThat(snapshot.text("title")).isEqualTo("first");
        }

        @Test
        void versionsAreReadInPages() {
            documents.create(Document.of("1", null));
            for (int i = 2; i <= 5; i++) {
                documents.patch("a").set("title", "" + i).run();
            }
            EntityPage<Document> first = documents.versions("a").page(2);
            EntityPage<Document> second = documents.versions("a").page(2, first.next());
            assertThat(first.records()).extracting(Document::title).containsExactly("5", "4");
            assertThat(second.records()).extracting(Document::title).containsExactly("3", "2");
        }

        @Test
        void conflictStoresNoVersion() {
            documents.create(Document.of("first", null));
            documents.put(Document.of("second", 1L));
            assertThat(documents.put(Document.of("mine", 1L))).isInstanceOf(EntityOutcome.VersionConflict.class);
            assertThat(documents.put(Document.of("mine", null))).isInstanceOf(EntityOutcome.VersionConflict.class);
            assertThat(documents.create(Document.of("mine", null))).isInstanceOf(EntityOutcome.Exists.class);
            assertThat(documents.patch("a").set("title", "mine").expecting(7).run())
                    .isInstanceOf(EntityOutcome.VersionConflict.class);
            assertThat(titles(documents)).containsExactly("2 second", "1 first");
        }

        @Test
        void recreatedEntityContinuesItsVersions() {
            documents.create(Document.of("first", null));
            documents.put(Document.of("second", 1L));
            documents.delete("a");
            assertThat(documents.find("a")).isEmpty();
            assertThat(documents.patch("a").set("title", "x").run()).isInstanceOf(EntityOutcome.Missing.class);
            documents.create(Document.of("third", null));
            documents.delete("a");
            documents.put(Document.of("fourth", null));
            assertThat(titles(documents)).containsExactly("4 fourth", "3 third", "2 second", "1 first");
        }

        @Test
        void versionsOfOtherEntitiesAreNotIncluded() {
            documents.create(Document.of("first", null));
            documents.create(new Document("b", "other", null, 0, null, null));
            assertThat(titles(documents)).containsExactly("1 first");
        }
    }

    @Test
    void snapshotsExpireOnTheirOwn() {
        Entity<Document> entity = documents()
                .versioned("version", VersionHistory.retained(Duration.ofDays(7)))
                .build();
        World world = new World(entity);
        OpenEntities<Document> documents = world.open(entity);
        documents.create(Document.of("first", null));
        world.pass(Duration.ofDays(5));
        documents.put(Document.of("second", 1L));
        world.pass(Duration.ofDays(5));
        assertThat(titles(documents)).containsExactly("2 second");
        world.pass(Duration.ofDays(5));
        assertThat(titles(documents)).isEmpty();
        assertThat(documents.find("a")).map(Document::title).contains("second");
        documents.put(Document.of("third", 2L));
        assertThat(titles(documents)).containsExactly("3 third");
    }
}
