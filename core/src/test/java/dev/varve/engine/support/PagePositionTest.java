package dev.varve.engine.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Rejected;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.table.AttributePath;
import dev.varve.table.IndexSchema;
import dev.varve.table.Key;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.PageToken;
import dev.varve.table.Projection;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.TableSchema;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class PagePositionTest {

    private static final TableSchema SCHEMA = TableSchema.named("readings")
            .index(new IndexSchema(
                    "gsi1",
                    new KeySchema(
                            new KeyAttribute("owner", ValueType.TEXT), new KeyAttribute("rank", ValueType.NUMBER)),
                    Projection.all()))
            .build();
    private static final Item ITEM = Item.of("pk", "sensor#1", "sk", "été 🌞", "owner", "me", "rank", -2.5);

    @Test
    void aTokenResumesItsQuery() {
        Query query = Query.of("sensor#1").beginsWith("été");
        PagePosition position = PagePosition.of(SCHEMA, null, ITEM);

        PageToken token = position.token(SCHEMA, query);

        assertThat(PagePosition.resumed(SCHEMA, query.resume(token))).isEqualTo(position);
        assertThat(PagePosition.resumed(SCHEMA, query)).isNull();
    }

    @Test
    void aTokenResumesAQueryAndAScanOfAnIndex() {
        PagePosition position = PagePosition.of(SCHEMA, "gsi1", ITEM);
        Query query = Query.of("me").on("gsi1").descending();
        Scan scan = Scan.all().on("gsi1").segment(1, 4);

        assertThat(PagePosition.resumed(SCHEMA, query.resume(position.token(SCHEMA, query))))
                .isEqualTo(position);
        assertThat(PagePosition.resumed(SCHEMA, scan.resume(position.token(SCHEMA, scan))))
                .isEqualTo(position);
    }

    @Test
    void aTokenOfAQueryContainsNoPartition() {
        PageToken token = PagePosition.of(SCHEMA, null, ITEM).token(SCHEMA, Query.of("sensor#1"));

        assertThat(new String(Base64.getUrlDecoder().decode(token.text()), StandardCharsets.UTF_8))
                .doesNotContain("sensor#1");
    }

    @Test
    void anotherLimitOrSelectionMayResume() {
        Query query = Query.of("sensor#1");
        PageToken token = PagePosition.of(SCHEMA, null, ITEM).token(SCHEMA, query);

        assertThat(PagePosition.resumed(
                        SCHEMA, query.limit(7).select("a").consistent().resume(token)))
                .isNotNull();
    }

    @Test
    void aTokenResumesNoOtherQuery() {
        Query query = Query.of("sensor#1");
        PageToken token = PagePosition.of(SCHEMA, null, ITEM).token(SCHEMA, query);

        for (Query other : List.of(
                Query.of("sensor#2"),
                query.descending(),
                query.beginsWith("x"),
                query.where(AttributePath.attr("a").exists()))) {
            assertRefused(() -> PagePosition.resumed(SCHEMA, other.resume(token)));
        }
        assertRefused(() -> PagePosition.resumed(SCHEMA, Scan.all().resume(token)));
        assertRefused(() -> PagePosition.resumed(TableSchema.named("others").build(), query.resume(token)));
    }

    @Test
    void aForgedTokenIsRejected() {
        Query query = Query.of("sensor#1").between("b", "c");
        PageToken outside = new PagePosition(Key.of("sensor#1", "d"), Key.of("sensor#1", "d")).token(SCHEMA, query);

        for (String text : List.of("", "x", "%%%", "AAAA", outside.text(), outside.text() + "AAAA")) {
            assertRefused(() -> PagePosition.resumed(SCHEMA, query.resume(new PageToken(text))));
        }
    }

    @Test
    void tokensDifferByEveryByteOfAKey() {
        TableSchema bytes =
                TableSchema.named("readings").partition("pk", ValueType.BYTES).build();
        byte[] long1 = new byte[100];
        byte[] long2 = long1.clone();
        long2[99] = 1;
        PageToken token = new PagePosition(new Key(Bytes.of(long1), Value.of("a")), Key.of(long1, "a"))
                .token(bytes, Query.of(long1));

        assertRefused(() -> PagePosition.resumed(bytes, Query.of(long2).resume(token)));
    }

    private static void assertRefused(Runnable read) {
        assertThatThrownBy(read::run)
                .isInstanceOfSatisfying(
                        Rejected.class, e -> assertThat(e.code()).isEqualTo("page.token"))
                .hasMessage("the page token does not belong to this query:"
                        + " resume with the same table, index, keys, filter and order");
    }
}
