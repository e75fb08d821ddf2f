package dev.varve.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.engine.support.SchemaDrift;
import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.ValueType;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TableSchemaTest {

    private static final TableSchema SCHEMA = TableSchema.named("readings")
            .index("gsi1", "gsi1pk", "gsi1sk")
            .index(new IndexSchema(
                    "gsi2",
                    new KeySchema(new KeyAttribute("owner", ValueType.TEXT), null),
                    Projection.include("level")))
            .build();

    @Test
    void keysAndTtlHaveDefaultNames() {
        TableSchema schema = TableSchema.named("readings").build();

        assertThat(schema.key().names()).containsExactly("pk", "sk");
        assertThat(schema.ttlAttribute()).isEqualTo("ttl");
        assertThat(schema.changes()).isEqualTo(TableSchema.Changes.KEPT);
    }

    @Test
    void anIndexContainsItsKeysTheTableKeysAndTheTtl() {
        assertThat(SCHEMA.projected(SCHEMA.index("gsi2"))).containsExactly("level", "owner", "pk", "sk", "ttl");
        assertThat(SCHEMA.projected(SCHEMA.index("gsi1"))).isNull();
    }

    @Test
    void anItemWithoutTheIndexKeyIsNotInTheIndex() {
        Item item = Item.of("pk", "a", "sk", "b", "level", 3, "note", "x");

        assertThat(SCHEMA.imageIn(SCHEMA.index("gsi2"), item)).isNull();
        assertThat(SCHEMA.imageIn(SCHEMA.index("gsi2"), item.with("owner", "me")))
                .isEqualTo(Item.of("pk", "a", "sk", "b", "level", 3, "owner", "me"));
    }

    @Test
    void anItemExpiresInTheSecondOfItsTtl() {
        Item item = Item.of("pk", "a", "sk", "b", "ttl", 1000);

        assertThat(SCHEMA.isExpired(item, Instant.ofEpochSecond(999, 999_999_999)))
                .isFalse();
        assertThat(SCHEMA.isExpired(item, Instant.ofEpochSecond(1000))).isTrue();
        assertThat(SCHEMA.isExpired(item.with("ttl", "1000"), Instant.ofEpochSecond(2000)))
                .isFalse();
        assertThat(SCHEMA.isExpired(item.without("ttl"), Instant.ofEpochSecond(2000)))
                .isFalse();
    }

    @Test
    void driftListsEveryDifference() {
        TableSchema other = TableSchema.named("readings")
                .sort("at", ValueType.NUMBER)
                .ttl("expires")
                .index("gsi1", "gsi1pk", "other")
                .index("gsi3", "a", "b")
                .build();

        assertThat(SchemaDrift.between(SCHEMA, other))
                .containsExactly(
                        "key is declared as pk TEXT, sk TEXT, but the table has pk TEXT, at NUMBER",
                        "TTL attribute is declared as ttl, but the table has expires",
                        "index gsi1 key is declared as gsi1pk TEXT, gsi1sk TEXT, but the table has gsi1pk TEXT, other TEXT",
                        "index gsi2 is declared, but the table has none",
                        "index gsi3 is in the table, but not declared");
        assertThat(SchemaDrift.between(SCHEMA, SCHEMA)).isEmpty();
    }

    @Test
    void rejectsInvalidDeclarations() {
        refused(
                () -> TableSchema.named("x y").build(),
                "schema.table-name",
                "table name \"x y\" must have 3 to 255" + " characters of a-z, A-Z, 0-9, '_', '-' and '.'");
        refused(
                () -> TableSchema.named("readings").sort("pk", ValueType.TEXT).build(),
                "schema.key-repeated",
                "attribute \"pk\" cannot be partition and sort key at once");
        refused(
                () -> TableSchema.named("readings").partition("pk", ValueType.BOOL),
                "schema.key-type",
                "key attribute \"pk\" is declared BOOL; keys are TEXT, NUMBER or BYTES");
        refused(
                () -> TableSchema.named("readings").ttl("sk").build(),
                "schema.ttl",
                "table readings: TTL attribute \"sk\" must have a name and must not be a key attribute");
        refused(
                () -> TableSchema.named("readings")
                        .index("gsi1", "a", "b")
                        .index("gsi1", "c", "d")
                        .build(),
                "schema.index-repeated",
                "table readings declares index gsi1 twice");
        refused(
                () -> TableSchema.named("readings")
                        .sort("sk", ValueType.NUMBER)
                        .index("gsi1", "a", "sk")
                        .build(),
                "schema.key-type-differs",
                "table readings declares key attribute \"sk\" as NUMBER and as TEXT: one attribute has one type");
    }

    private static void refused(Runnable declaration, String code, String message) {
        assertThatThrownBy(declaration::run)
                .isInstanceOfSatisfying(
                        Rejected.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessage(message);
    }
}
