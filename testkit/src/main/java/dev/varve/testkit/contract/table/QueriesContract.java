package dev.varve.testkit.contract.table;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.table.BlockingTable;
import dev.varve.table.Condition;
import dev.varve.table.Page;
import dev.varve.table.Query;
import dev.varve.table.SortCondition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which items of a partition a query returns, in which order, and which queries are rejected. */
public abstract class QueriesContract extends EngineContract {

    @Test
    void everySortConditionSelectsItsRange() {
        BlockingTable table = filled("a", "b", "b#1", "b#2", "c", "d");
        assertSorts(table, Query.of("p"), "a", "b", "b#1", "b#2", "c", "d");
        assertSorts(table, Query.of("p").equalTo("b"), "b");
        assertSorts(table, Query.of("p").equalTo("x"));
        assertSorts(table, Query.of("p").beginsWith("b"), "b", "b#1", "b#2");
        assertSorts(table, Query.of("p").beginsWith("b#"), "b#1", "b#2");
        assertSorts(table, Query.of("p").between("b", "c"), "b", "b#1", "b#2", "c");
        assertSorts(table, Query.of("p").from("c"), "c", "d");
        assertSorts(table, Query.of("p").after("c"), "d");
        assertSorts(table, Query.of("p").upTo("b#1"), "a", "b", "b#1");
        assertSorts(table, Query.of("p").before("b#1"), "a", "b");
        assertSorts(table, Query.of("p").from("b#2").upTo("c"), "b#2", "c");
        assertSorts(table, Query.of("p").upTo("c").from("b#2"), "b#2", "c");
        assertSorts(table, Query.of("other"));
    }

    @Test
    void prefixMatchesTheHighestCharacters() {
        BlockingTable table =
                filled("a", "a\udbff\udfff", "a\udbff\udfffz", "b", "\udbff\udfff", "\udbff\udfff\udbff\udfff");
        assertSorts(table, Query.of("p").beginsWith("a"), "a", "a\udbff\udfff", "a\udbff\udfffz");
        assertSorts(table, Query.of("p").beginsWith("\udbff\udfff"), "\udbff\udfff", "\udbff\udfff\udbff\udfff");
    }

    @Test
    void neighbouringPartitionsAreExcluded() {
        BlockingTable table = openPlain();
        for (String pk : List.of("o", "p", "p ", "pp", "q")) {
            table.put(item(pk, "s"));
        }
        assertThat(table.query(Query.of("p")).items()).containsExactly(item("p", "s"));
        assertThat(table.query(Query.of("p").descending()).items()).containsExactly(item("p", "s"));
    }

    @Test
    void filterDropsItemsAndCountsThemAsExamined() {
        BlockingTable table = numbered(10);
        Page page = table.query(
                Query.of("p").where(attr("n").from(4)).where(attr("n").isNot(7)));
        assertThat(page.items().stream().map(item -> item.number("n").longValueExact()))
                .containsExactly(4L, 5L, 6L, 8L, 9L);
        assertThat(page.count()).isEqualTo(5);
        assertThat(page.examined()).isEqualTo(10);
        assertThat(page.isLast()).isTrue();
    }

    @Test
    void limitCountsItemsAfterTheFilter() {
        BlockingTable table = numbered(20);
        Query query = Query.of("p").where(attr("n").from(10)).limit(3);
        Page page = table.query(query);
        assertThat(texts(page.items(), "sk")).containsExactly("10", "11", "12");
        assertThat(page.count()).isEqualTo(3);
        assertThat(page.isLast()).isFalse();
        assertThat(texts(table.query(query.descending()).items(), "sk")).containsExactly("19", "18", "17");
    }

    @Test
    void limitAboveTheNumberOfItemsReturnsThemAll() {
        Page page = numbered(5).query(Query.of("p").limit(100));
        assertThat(page.items()).hasSize(5);
        assertThat(page.isLast()).isTrue();
    }

    @Test
    void countReturnsNoItems() {
        BlockingTable table = numbered(10);
        Page page = table.query(Query.of("p").where(attr("n").before(4)).countOnly());
        assertThat(page.items()).isEmpty();
        assertThat(page.count()).isEqualTo(4);
        assertThat(table.query(Query.of("p").countOnly().limit(3)).count()).isEqualTo(3);
    }

    @Test
    void selectionReturnsTheNamedAttributes() {
        BlockingTable table = numbered(2);
        assertThat(table.query(Query.of("p").select("n", "missing")).items())
                .containsExactly(Item.of("n", 0), Item.of("n", 1));
        assertThat(table.query(Query.of("p").select("sk").where(attr("n").is(1)))
                        .items())
                .containsExactly(Item.of("sk", "01"));
        assertThat(table.query(Query.of("p").select("missing")).items()).containsExactly(Item.empty(), Item.empty());
    }

    @Test
    void queryWithoutSortKeyFindsTheOneItem() {
        BlockingTable table = open(schema().withoutSort());
        table.put(Item.of("pk", "p", "v", 1));
        assertThat(table.query(Query.of("p")).items()).containsExactly(Item.of("pk", "p", "v", 1));
        assertRejected(
                "query.no-sort-key",
                "the query on table %s has sort condition (= \"x\"), but there is no sort key: leave it out"
                        .formatted(table.schema().name()),
                () -> table.query(Query.of("p").equalTo("x")));
    }

    @Test
    void streamReadsPageAfterPage() {
        BlockingTable table = numbered(10);
        assertThat(table.stream(Query.of("p").limit(3))).hasSize(10);
        assertThat(table.stream(Query.of("p").limit(3).descending()).findFirst())
                .contains(item("p", "09", "n", 9));
    }

    @Test
    void consistentQuerySeesTheLastWrite() {
        BlockingTable table = openPlain();
        for (int i = 0; i < 5; i++) {
            table.put(item("p", "s", "v", i));
            assertThat(table.query(Query.of("p").consistent()).items()).containsExactly(item("p", "s", "v", i));
        }
    }

    @Test
    void filterOnAKeyAttributeIsRefused() {
        assertRejected(
                "query.filter-key",
                "the filter names key attribute \"sk\"; DynamoDB filters other attributes only: use the sort condition",
                () -> openPlain()
                        .query(Query.of("p").where(attr("n").is(1).or(attr("sk").is("a")))));
    }

    @Test
    void secondSortConditionIsRefused() {
        assertRejected(
                "query.two-sort-conditions",
                "a query has one sort condition; it has (> \"a\") and was given (< \"b\"): use between, or from with"
                        + " upTo",
                () -> Query.of("p").after("a").before("b"));
    }

    @Test
    void boundsInTheWrongOrderAreRefused() {
        assertRejected(
                "query.between",
                "between needs two sort keys of one type, the lower first; given \"b\" and \"a\"",
                () -> Query.of("p").between("b", "a"));
        assertRejected(
                "query.sort-operator",
                "a sort key cannot be queried by <>: read the range and filter it",
                () -> Query.of("p").sort(new SortCondition.Compare(Condition.Operator.NOT_EQUAL, Value.of("a"))));
    }

    @Test
    void sortConditionOfAnotherTypeIsRefused() {
        BlockingTable table = open(schema().sort("n", ValueType.NUMBER));
        String name = table.schema().name();
        assertRejected(
                "key.type",
                "key attribute \"n\" of table %s is NUMBER; given TEXT \"1\"".formatted(name),
                () -> table.query(Query.of("p").from("1")));
        assertRejected(
                "query.begins-with",
                "beginsWith needs a text or bytes; given 1",
                () -> table.query(Query.of("p").beginsWith(1)));
    }

    @Test
    void limitBelowZeroIsRefused() {
        assertRejected(
                "query.limit",
                "limit -1 is below 0; leave it out for no limit",
                () -> Query.of("p").limit(-1));
    }

    private BlockingTable filled(String... sortKeys) {
        BlockingTable table = openPlain();
        for (String sk : sortKeys) {
            table.put(item("p", sk));
            table.put(item("o", sk));
            table.put(item("q", sk));
        }
        return table;
    }

    private BlockingTable numbered(int count) {
        BlockingTable table = openPlain();
        for (int i = 0; i < count; i++) {
            table.put(item("p", "%02d".formatted(i), "n", i));
        }
        return table;
    }

    private static void assertSorts(BlockingTable table, Query query, String... sorts) {
        assertThat(texts(table.query(query).items(), "sk")).containsExactly(sorts);
        List<String> backwards = new ArrayList<>(List.of(sorts));
        Collections.reverse(backwards);
        assertThat(texts(table.query(query.descending()).items(), "sk")).isEqualTo(backwards);
    }
}
