package dev.varve.testkit.contract.table;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.table.BlockingTable;
import dev.varve.table.Page;
import dev.varve.table.PageToken;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * The pages of a query or scan add up to the whole result for every page size, and a token resumes only its own query.
 */
public abstract class PagesContract extends EngineContract {

    private static final String FOREIGN =
            "the page token does not belong to this query: resume with the same table, index, keys, filter and order";
    private static final int ITEMS = 13;

    @Test
    void pagesOfAQueryAddUpToTheWhole() {
        BlockingTable table = filled();
        for (Query query : List.of(
                Query.of("p"),
                Query.of("p").between("03", "09"),
                Query.of("p").beginsWith("0"),
                Query.of("p").where(attr("odd").is(true)),
                Query.of("p").where(attr("n").after(9)),
                Query.of("p").where(attr("n").is(99)))) {
            assertPagesAreTheWhole(table, query);
            assertPagesAreTheWhole(table, query.descending());
        }
    }

    @Test
    void pagesOfAnIndexQueryAddUpToTheWhole() {
        BlockingTable table = filled();
        eventually(() -> assertThat(
                        table.query(Query.of("g").on("gsi1").countOnly()).count())
                .isEqualTo(ITEMS));
        for (Query query : List.of(
                Query.of("g").on("gsi1"),
                Query.of("g").on("gsi1").from("s1"),
                Query.of("g").on("gsi1").where(attr("odd").is(true)))) {
            assertIndexPagesAreTheWhole(table, query);
            assertIndexPagesAreTheWhole(table, query.descending());
        }
    }

    @Test
    void pagesOfAScanAddUpToTheWhole() {
        BlockingTable table = filled();
        for (Scan scan : List.of(
                Scan.all(), Scan.all().where(attr("odd").is(true)), Scan.all().segment(1, 3))) {
            List<Item> whole = table.stream(scan).toList();
            for (int limit = 1; limit <= 2 * ITEMS + 1; limit++) {
                List<Page> pages = pages(table, scan.limit(limit));
                assertThat(items(pages)).as("%s in pages of %d", scan, limit).isEqualTo(whole);
            }
        }
    }

    @Test
    void countsOfPagesAddUp() {
        BlockingTable table = filled();
        Query query = Query.of("p").where(attr("odd").is(true)).countOnly();
        for (int limit = 1; limit <= ITEMS; limit++) {
            assertThat(pages(table, query.limit(limit)).stream()
                            .mapToInt(Page::count)
                            .sum())
                    .isEqualTo(6);
        }
    }

    @Test
    void limitMayChangeFromPageToPage() {
        BlockingTable table = filled();
        List<Item> whole = table.query(Query.of("p")).items();
        Seeds.run(10, seed -> {
            Draw draw = new Draw(seed);
            List<Item> found = new ArrayList<>();
            PageToken token = null;
            do {
                Page page = table.query(Query.of("p").limit(draw.between(1, 4)).resume(token));
                found.addAll(page.items());
                token = page.next();
            } while (token != null);
            assertThat(found).isEqualTo(whole);
        });
    }

    @Test
    void tokenResumesAfterItsItemWasDeleted() {
        BlockingTable table = filled();
        Page first = table.query(Query.of("p").limit(3));
        table.delete(key("p", "02"));
        table.delete(key("p", "03"));
        assertThat(texts(
                        table.query(Query.of("p").limit(2).resume(first.next())).items(), "sk"))
                .containsExactly("04", "05");
    }

    @Test
    void pageThatEndsAtTheInclusiveBoundIsLast() {
        BlockingTable table = filled();
        assertThat(table.query(Query.of("p").upTo("05").limit(6)).isLast()).isTrue();
        assertThat(table.query(Query.of("p").between("02", "05").limit(4)).isLast())
                .isTrue();
        assertThat(table.query(Query.of("p").from("05").descending().limit(8)).isLast())
                .isTrue();
        assertThat(table.query(Query.of("p").before("05").limit(5)).isLast()).isFalse();
        assertThat(table.query(Query.of("p").equalTo("05").limit(1)).isLast()).isFalse();
        assertThat(table.query(Query.of("p").beginsWith("05").descending().limit(1))
                        .isLast())
                .isFalse();
        assertThat(table.query(Query.of("p").limit(ITEMS)).isLast()).isFalse();
        BlockingTable single = open(schema().withoutSort());
        single.put(Item.of("pk", "p"));
        assertThat(single.query(Query.of("p").limit(1)).isLast()).isTrue();
    }

    @Test
    void pageEndsAfterOneMegabyte() {
        BlockingTable table = openPlain();
        for (int i = 0; i < 8; i++) {
            table.put(item("p", Integer.toString(i), "blob", "x".repeat(300_000)));
        }
        List<Page> pages = pages(table, Query.of("p"));
        assertThat(pages.stream().map(page -> page.items().size())).containsExactly(4, 4);
        assertThat(texts(items(pages), "sk")).containsExactly("0", "1", "2", "3", "4", "5", "6", "7");
        assertThat(table.query(Query.of("p").limit(6)).items()).hasSize(6);
        // Uses a scan: DynamoDB Local lets a filtered query examine 1 MB of matching items.
        Page filtered = table.scan(Scan.all().where(attr("blob").absent()));
        assertThat(filtered.items()).isEmpty();
        assertThat(filtered.examined()).isEqualTo(4);
        assertThat(filtered.isLast()).isFalse();
    }

    @Test
    void tokenOfAnotherQueryIsRefused() {
        BlockingTable table = filled();
        BlockingTable other = filled();
        Query query = Query.of("p").from("02");
        PageToken token = table.query(query.limit(2)).next();
        for (Query foreign : List.of(
                Query.of("q").from("02"),
                Query.of("p"),
                Query.of("p").from("03"),
                query.descending(),
                query.where(attr("n").from(0)),
                Query.of("p").on("gsi1").from("02"))) {
            assertForeign(() -> table.query(foreign.resume(token)));
        }
        assertForeign(() -> other.query(query.resume(token)));
        assertForeign(() -> table.scan(Scan.all().resume(token)));
        assertThat(table.query(query.limit(5).select("sk").consistent().resume(token))
                        .items())
                .hasSize(5);
    }

    @Test
    void tokenOfAnotherScanIsRefused() {
        BlockingTable table = filled();
        PageToken token = table.scan(Scan.all().limit(2)).next();
        assertForeign(() -> table.scan(Scan.all().segment(0, 2).resume(token)));
        assertForeign(() -> table.scan(Scan.all().where(attr("n").from(0)).resume(token)));
        assertForeign(() -> table.scan(Scan.all().on("gsi1").resume(token)));
        assertForeign(() -> table.query(Query.of("p").resume(token)));
    }

    @Test
    void forgedTokenIsRefusedOrReadsOnlyItsQuery() {
        BlockingTable table = filled();
        Query query = Query.of("p").between("02", "06");
        PageToken token = Objects.requireNonNull(table.query(query.limit(2)).next());
        byte[] bytes = Base64.getUrlDecoder().decode(token.text());
        for (int i = 0; i < bytes.length; i++) {
            byte[] forged = bytes.clone();
            forged[i] ^= 1;
            assertRefusedOrInside(
                    table, query, Base64.getUrlEncoder().withoutPadding().encodeToString(forged));
        }
        for (String text :
                List.of("", "x", "===", token.text() + "AA", token.text().substring(2), "é")) {
            assertForeign(() -> table.query(query.resume(new PageToken(text))));
        }
    }

    private static void assertRefusedOrInside(BlockingTable table, Query query, String token) {
        try {
            assertThat(texts(table.query(query.resume(new PageToken(token))).items(), "sk"))
                    .allMatch(sk -> sk.compareTo("02") >= 0 && sk.compareTo("06") <= 0);
        } catch (Rejected refused) {
            assertThat(refused.code()).isEqualTo("page.token");
        }
    }

    private static void assertPagesAreTheWhole(BlockingTable table, Query query) {
        List<Item> whole = table.query(query).items();
        for (int limit = 1; limit <= ITEMS + 1; limit++) {
            List<Page> pages = pages(table, query.limit(limit));
            assertThat(items(pages)).as("%s in pages of %d", query, limit).isEqualTo(whole);
            for (Page page : pages) {
                assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
                assertThat(page.isLast() || page.items().size() == limit)
                        .as("only the last page may be short")
                        .isTrue();
            }
        }
    }

    private static void assertIndexPagesAreTheWhole(BlockingTable table, Query query) {
        List<Item> whole = table.query(query).items();
        for (int limit = 1; limit <= ITEMS + 1; limit++) {
            List<Item> paged = items(pages(table, query.limit(limit)));
            assertThat(paged).containsExactlyInAnyOrderElementsOf(whole);
            // The order of items with equal index keys is undefined, but the keys are sorted.
            assertThat(texts(paged, "gsi1sk")).isEqualTo(texts(whole, "gsi1sk"));
        }
    }

    private static void assertForeign(ThrowingCallable call) {
        assertRejected("page.token", FOREIGN, call);
    }

    private BlockingTable filled() {
        BlockingTable table = openIndexed();
        for (int i = 0; i < ITEMS; i++) {
            String sk = i < 10 ? "0" + i : Integer.toString(i);
            table.put(Put.of(item("p", sk, "n", i, "odd", i % 2 == 1, "gsi1pk", "g", "gsi1sk", "s" + i / 4)));
            table.put(item("q", sk, "n", i));
        }
        return table;
    }
}
