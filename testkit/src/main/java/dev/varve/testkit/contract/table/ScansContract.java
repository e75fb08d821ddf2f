package dev.varve.testkit.contract.table;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Item;
import dev.varve.item.ValueType;
import dev.varve.table.BlockingTable;
import dev.varve.table.Page;
import dev.varve.table.Scan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The items that a scan of a table or an index returns, as a whole and in segments. */
public abstract class ScansContract extends EngineContract {

    @Test
    void scanOfAnEmptyTableIsEmpty() {
        Page page = openPlain().scan(Scan.all());
        assertThat(page.items()).isEmpty();
        assertThat(page.examined()).isZero();
        assertThat(page.isLast()).isTrue();
    }

    @Test
    void scanReturnsEveryItemOnce() {
        BlockingTable table = filled(40);
        assertThat(table.stream(Scan.all())).containsExactlyInAnyOrderElementsOf(items(40));
        assertThat(table.stream(Scan.all().consistent())).containsExactlyInAnyOrderElementsOf(items(40));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 50, 1000})
    void segmentsAddUpToTheTable(int total) {
        BlockingTable table = filled(40);
        List<Item> found = new ArrayList<>();
        for (int number = 0; number < total; number++) {
            found.addAll(table.stream(Scan.all().segment(number, total)).toList());
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(items(40));
    }

    @Test
    void pagedSegmentsAddUpToTheTable() {
        BlockingTable table = filled(40);
        List<Item> found = new ArrayList<>();
        for (int number = 0; number < 3; number++) {
            found.addAll(items(pages(table, Scan.all().segment(number, 3).limit(4))));
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(items(40));
    }

    @Test
    void segmentsOfNumericPartitionsAddUpToTheTable() {
        BlockingTable table = open(schema().partition("n", ValueType.NUMBER).withoutSort());
        for (int i = -20; i < 20; i++) {
            table.put(Item.of("n", i));
        }
        List<Item> found = new ArrayList<>();
        for (int number = 0; number < 4; number++) {
            found.addAll(table.stream(Scan.all().segment(number, 4)).toList());
        }
        assertThat(found).hasSize(40).doesNotHaveDuplicates();
    }

    @Test
    void filterLimitSelectionAndCountWorkAsInQueries() {
        BlockingTable table = filled(20);
        Page page = table.scan(Scan.all().where(attr("n").before(5)));
        assertThat(page.count()).isEqualTo(5);
        assertThat(page.examined()).isEqualTo(20);
        assertThat(table.scan(Scan.all().where(attr("n").before(5)).limit(3)).items())
                .hasSize(3);
        assertThat(table.scan(Scan.all().where(attr("n").before(5)).limit(3)).isLast())
                .isFalse();
        assertThat(table.scan(Scan.all().where(attr("n").is(7)).select("n")).items())
                .containsExactly(Item.of("n", 7));
        Page count = table.scan(Scan.all().where(attr("n").before(5)).countOnly());
        assertThat(count.items()).isEmpty();
        assertThat(count.count()).isEqualTo(5);
    }

    @Test
    void scanMayFilterByKeyAttributes() {
        BlockingTable table = filled(20);
        assertThat(table.scan(Scan.all().where(attr("pk").is("p1"))).items())
                .isNotEmpty()
                .allMatch(item -> item.text("pk").equals("p1"));
    }

    @Test
    void indexScanReturnsItemsWithItsKey() {
        BlockingTable table = filled(20);
        eventually(() -> assertThat(table.stream(Scan.all().on("gsi1")).toList())
                .containsExactlyInAnyOrderElementsOf(
                        items(20).stream().filter(item -> item.has("gsi1pk")).toList()));
        List<Item> found = new ArrayList<>();
        for (int number = 0; number < 3; number++) {
            found.addAll(
                    items(pages(table, Scan.all().on("gsi1").segment(number, 3).limit(2))));
        }
        assertThat(found).hasSize(10).doesNotHaveDuplicates();
    }

    @Test
    void invalidSegmentIsRefused() {
        assertRejected(
                "scan.segment",
                "segment 3 of 3 is invalid: segments are numbered from 0, and there are at most 1000000",
                () -> Scan.all().segment(3, 3));
        assertRejected(
                "scan.segment",
                "segment 0 of 1000001 is invalid: segments are numbered from 0, and there are at most 1000000",
                () -> Scan.all().segment(0, 1_000_001));
    }

    private BlockingTable filled(int count) {
        BlockingTable table = openIndexed();
        items(count).forEach(table::put);
        return table;
    }

    private static List<Item> items(int count) {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Item item = item("p" + i % 7, "s" + i, "n", i);
            items.add(i % 2 == 0 ? item : item.with("gsi1pk", "g" + i % 3).with("gsi1sk", "k"));
        }
        return items;
    }
}
