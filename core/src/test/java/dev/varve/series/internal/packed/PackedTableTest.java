package dev.varve.series.internal.packed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.memory.MemoryEngine;
import dev.varve.series.Series;
import dev.varve.table.Capacity;
import dev.varve.table.Delete;
import dev.varve.table.Explanation;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Table;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PackedTableTest {

    record Sample(String id, Instant at, Map<String, Double> fields) {}

    private static final Instant NOW = Instant.parse("2026-04-20T14:00:00Z");

    private static final Series<Sample> SERIES =
            Series.of(Sample.class).partition("S#{id}").sort("V#{at}").packed().build();

    @Test
    void packedEventIsExplainedAsARowOfTheJournal() {
        try (Varve db = Varve.open(new MemoryEngine(() -> NOW), "samples", SERIES)) {
            Table table = new PackedTable(db.table("samples").async(), Processes.store(db.series(SERIES)), 1);
            Key key = Key.of("S#a", "V#2026-04-20T14:00:00.000Z");
            Item item = table.schema().keyed(key, Item.of("v", Num.of(1)));
            for (Explanation write : List.of(table.explain(Put.of(item)), table.explain(Delete.of(key)))) {
                assertThat(write.toString()).contains("Journal on samples", "key: ", "share its records", "block");
                // The journal of this engine is no item of the table.
                assertThat(write.most()).isEqualTo(Capacity.Units.NONE);
            }
            assertThat(table.explain(Get.of(key)).toString()).contains("Query on samples", "~~");
            Item other = table.schema().keyed(Key.of("OTHER", "x"), Item.of("v", Num.of(1)));
            assertThat(table.explain(Put.of(other)).operation()).isEqualTo("PutItem");
        }
    }
}
