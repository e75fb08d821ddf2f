package dev.varve.series.internal.packed.block;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.memory.MemoryEngine;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.table.Key;
import dev.varve.table.Query;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Blocks as a tool shows them. */
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

    private static PackedStore store(OpenSeries<?> series) {
        return Objects.requireNonNull(SeriesAccess.instance().packed(series));
    }
}
