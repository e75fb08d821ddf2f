package dev.varve.series.internal.packed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.memory.MemoryEngine;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.table.Capacity;
import dev.varve.table.Delete;
import dev.varve.table.Explanation;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Blocks as a tool shows them, and the cost of packed events as they are explained. */
class StoredBlocksTest {

    record Sample(String id, Instant at, Map<String, Double> fields, Map<String, String> texts) {}

    private static final Instant NOW = Instant.parse("2026-04-20T14:00:00Z");

    private static final Series<Sample> SERIES = Series.of(Sample.class)
            .partition("S#{id}")
            .sort("V#{at}")
            .keep(Duration.ofDays(10))
            .packed()
            .build();

    private final StoredBlocks blocks =
            Objects.requireNonNull(SeriesAccess.instance().blocks(SERIES));

    @Test
    void blockHasItsPlaceItsExtentAndItsEvents() {
        try (Varve db = Varve.open(new MemoryEngine(() -> NOW), "samples", SERIES)) {
            OpenSeries<Sample> samples = db.series(SERIES);
            for (int minute : new int[] {0, 1, 30}) {
                samples.append(new Sample(
                        "a",
                        NOW.plusSeconds(60L * minute),
                        Map.of("v", minute / 2.0),
                        minute == 30 ? Map.of("state", "ok") : Map.of()));
            }
            store(samples).flush().join();
            Item block = db.table("samples").query(Query.of("S#a")).first().orElseThrow();

            StoredBlocks.Place place =
                    blocks.place(Key.of("S#a", block.text("sk"))).orElseThrow();
            assertThat(place.identity().text("id")).isEqualTo("a");
            assertThat(place.start()).isEqualTo(NOW);
            assertThat(place.part()).isZero();
            assertThat(blocks.place(Key.of("S#a", "V#2026-04-20T14:00:00.000Z")))
                    .isEmpty();
            assertThat(StoredBlocks.isBlock(block)).isTrue();
            assertThat(StoredBlocks.extent(block)).isEqualTo(new StoredBlocks.Extent(3, NOW, NOW.plusSeconds(1_800)));
            assertThat(blocks.events(block, NOW.plusSeconds(1), 10, NOW))
                    .containsExactly(
                            new StoredBlocks.Event(
                                    NOW.plusSeconds(60), Map.of("fields.v", Num.of(0.5), "texts.", Value.of(true))),
                            new StoredBlocks.Event(
                                    NOW.plusSeconds(1_800),
                                    Map.of("fields.v", Num.of(15), "texts.state", Value.of("ok"))));
            assertThat(blocks.events(block, NOW, 1, NOW)).hasSize(1);
            Instant later = NOW.plus(Duration.ofDays(10)).plusSeconds(70);
            assertThat(blocks.events(block, NOW, 10, later)).as("expired").hasSize(1);
        }
    }

    @Test
    void packedEventIsExplainedAsARowOfTheJournal() {
        try (Varve db = Varve.open(new MemoryEngine(() -> NOW), "samples", SERIES)) {
            Table table = new PackedTable(db.table("samples").async(), store(db.series(SERIES)), 1);
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

    private static PackedStore store(OpenSeries<?> series) {
        return Objects.requireNonNull(SeriesAccess.instance().packed(series));
    }
}
