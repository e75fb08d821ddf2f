package dev.varve.testkit.contract.table;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Item;
import dev.varve.item.ValueType;
import dev.varve.table.BlockingTable;
import dev.varve.table.Delete;
import dev.varve.table.IndexSchema;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.Projection;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The content of indexes: sparse, updated by every kind of write, reduced to their projection. */
public abstract class IndexesContract extends EngineContract {

    @Test
    void indexContainsOnlyItemsWithItsWholeKey() {
        BlockingTable table = openIndexed();
        table.put(item("p", "none"));
        table.put(item("p", "partition", "gsi1pk", "g"));
        table.put(item("p", "sort", "gsi1sk", "1"));
        table.put(item("p", "both", "gsi1pk", "g", "gsi1sk", "1"));
        assertIndexed(table, "both");
    }

    @Test
    void indexFollowsPutsUpdatesAndDeletes() {
        BlockingTable table = openIndexed();
        table.put(item("p", "a", "gsi1pk", "g", "gsi1sk", "1"));
        table.put(item("p", "b", "gsi1pk", "g", "gsi1sk", "2"));
        assertIndexed(table, "a", "b");
        table.update(Update.of(key("p", "a")).set("gsi1sk", "3"));
        assertIndexed(table, "b", "a");
        table.update(Update.of(key("p", "b")).remove("gsi1pk"));
        assertIndexed(table, "a");
        table.put(item("p", "b", "gsi1pk", "g", "gsi1sk", "4"));
        assertIndexed(table, "a", "b");
        table.put(item("p", "a", "gsi1pk", "elsewhere", "gsi1sk", "1"));
        assertIndexed(table, "b");
        table.delete(Delete.of(key("p", "b")));
        assertIndexed(table);
        table.transactWrite(TransactWrite.of(
                Put.of(item("p", "c", "gsi1pk", "g", "gsi1sk", "1")),
                Update.of(key("p", "a")).set("gsi1pk", "g")));
        eventually(() -> assertThat(texts(table.query(Query.of("g").on("gsi1")).items(), "sk"))
                .containsExactlyInAnyOrder("a", "c"));
    }

    @Test
    void failedWritesDoNotChangeTheIndex() {
        BlockingTable table = openIndexed();
        table.put(item("p", "a", "gsi1pk", "g", "gsi1sk", "1"));
        table.put(Put.of(item("p", "b", "gsi1pk", "g", "gsi1sk", "2"))
                .when(attr("pk").exists()));
        table.transactWrite(TransactWrite.of(
                Delete.of(key("p", "a")),
                Put.of(item("p", "c", "gsi1pk", "g", "gsi1sk", "3"))
                        .when(attr("pk").exists())));
        assertIndexed(table, "a");
    }

    @Test
    void manyItemsMayShareAnIndexKey() {
        BlockingTable table = openIndexed();
        for (int i = 0; i < 10; i++) {
            table.put(item("p" + i, "s", "gsi1pk", "g", "gsi1sk", "same"));
        }
        eventually(() -> assertThat(texts(
                        table.query(Query.of("g").on("gsi1").equalTo("same")).items(), "pk"))
                .containsExactlyInAnyOrder("p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9"));
    }

    @Test
    void indexQueryUsesItsOwnOrderAndConditions() {
        BlockingTable table = openIndexed();
        for (int i = 0; i < 6; i++) {
            table.put(item("p", "s" + i, "gsi1pk", "g", "gsi1sk", "k" + (5 - i), "n", i));
        }
        assertIndexed(table, "s5", "s4", "s3", "s2", "s1", "s0");
        Query query = Query.of("g").on("gsi1");
        assertThat(texts(table.query(query.descending().limit(2)).items(), "sk"))
                .containsExactly("s0", "s1");
        assertThat(texts(table.query(query.between("k1", "k3")).items(), "sk")).containsExactly("s4", "s3", "s2");
        assertThat(texts(table.query(query.where(attr("n").after(3)).limit(1)).items(), "sk"))
                .containsExactly("s5");
        assertThat(table.query(query.where(attr("pk").is("p"))).items()).hasSize(6);
        assertThat(table.query(query.countOnly()).count()).isEqualTo(6);
    }

    @Test
    void indexMayHaveNumberKeysAndNoSortKey() {
        BlockingTable table =
                open(schema().index(index("by-number", new KeyAttribute("n", ValueType.NUMBER), null, Projection.all()))
                        .index(index(
                                "by-two",
                                new KeyAttribute("t", ValueType.TEXT),
                                new KeyAttribute("n", ValueType.NUMBER),
                                Projection.all())));
        table.put(item("p", "a", "n", 10, "t", "x"));
        table.put(item("p", "b", "n", 9, "t", "x"));
        table.put(item("p", "c", "n", 10));
        eventually(() -> {
            assertThat(texts(table.query(Query.of(10).on("by-number")).items(), "sk"))
                    .containsExactlyInAnyOrder("a", "c");
            assertThat(texts(table.query(Query.of("x").on("by-two")).items(), "sk"))
                    .containsExactly("b", "a");
        });
    }

    @Test
    void indexMayUseKeysOfTheTable() {
        BlockingTable table = open(schema().index(index(
                "inverted",
                new KeyAttribute("sk", ValueType.TEXT),
                new KeyAttribute("pk", ValueType.TEXT),
                Projection.keysOnly())));
        table.put(item("p", "s", "v", 1));
        table.put(item("q", "s", "v", 2));
        eventually(() -> assertThat(table.query(Query.of("s").on("inverted")).items())
                .containsExactly(item("p", "s"), item("q", "s")));
    }

    @Test
    void projectionContainsKeysTtlAndNamedAttributes() {
        BlockingTable table = open(
                schema().index(index("gsi1", new KeyAttribute("gsi1pk", ValueType.TEXT), null, Projection.include("a")))
                        .index(index("gsi2", new KeyAttribute("gsi1pk", ValueType.TEXT), null, Projection.keysOnly())));
        table.put(item("p", "s", "gsi1pk", "g", "a", 1, "b", 2, "ttl", ttl(60)));
        Item keys = item("p", "s", "gsi1pk", "g", "ttl", ttl(60));
        eventually(() -> {
            assertThat(table.query(Query.of("g").on("gsi1")).items()).containsExactly(keys.with("a", 1));
            assertThat(table.scan(Scan.all().on("gsi2")).items()).containsExactly(keys);
        });
        assertThat(table.query(Query.of("g").on("gsi1").select("a", "sk")).items())
                .containsExactly(Item.of("a", 1, "sk", "s"));
    }

    @Test
    void attributesOutsideTheProjectionCannotBeRead() {
        BlockingTable table = open(schema().index(
                        index("gsi1", new KeyAttribute("gsi1pk", ValueType.TEXT), null, Projection.include("a"))));
        String message =
                "the %s names \"b\", but index gsi1 holds only [a, gsi1pk, pk, sk, ttl]: project it or read the table";
        assertRejected(
                "query.not-projected",
                message.formatted("filter"),
                () -> table.query(Query.of("g").on("gsi1").where(attr("b").is(1))));
        assertRejected(
                "query.not-projected",
                message.formatted("selection"),
                () -> table.scan(Scan.all().on("gsi1").select("a", "b")));
    }

    @Test
    void consistentIndexReadIsRefused() {
        BlockingTable table = openIndexed();
        String message = "index gsi1 cannot be read consistently: read the table, or leave consistent() out";
        assertRejected(
                "query.index-consistent",
                message,
                () -> table.query(Query.of("g").on("gsi1").consistent()));
        assertRejected(
                "query.index-consistent",
                message,
                () -> table.scan(Scan.all().on("gsi1").consistent()));
    }

    @Test
    void unknownIndexIsRefused() {
        BlockingTable table = openIndexed();
        assertRejected(
                "table.index-unknown",
                "table %s has no index \"gsi9\"; it has [gsi1]"
                        .formatted(table.schema().name()),
                () -> table.query(Query.of("g").on("gsi9")));
    }

    @Test
    void invalidIndexKeyIsRefusedAndNothingIsWritten() {
        BlockingTable table = openIndexed();
        String name = table.schema().name();
        String type = "key attribute \"gsi1pk\" of table %s is TEXT; given NUMBER 1".formatted(name);
        String empty = "key attribute \"gsi1sk\" of table %s is empty; it needs at least one byte".formatted(name);
        assertRejected("key.type", type, () -> table.put(item("p", "s", "gsi1pk", 1)));
        assertRejected(
                "key.type", type, () -> table.update(Update.of(key("p", "s")).set("gsi1pk", 1)));
        assertRejected("key.empty", empty, () -> table.put(item("p", "s", "gsi1sk", "")));
        assertRejected(
                "key.empty", empty, () -> table.update(Update.of(key("p", "s")).set("gsi1sk", "")));
        assertThat(contents(table)).isEmpty();
    }

    private static IndexSchema index(
            String name, KeyAttribute partition, @Nullable KeyAttribute sort, Projection projection) {
        return new IndexSchema(name, new KeySchema(partition, sort), projection);
    }

    private void assertIndexed(BlockingTable table, String... sorts) {
        eventually(() -> assertThat(texts(table.query(Query.of("g").on("gsi1")).items(), "sk"))
                .isEqualTo(List.of(sorts)));
    }
}
