package dev.varve.series.internal.packed.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Seeded;
import dev.varve.series.internal.packed.block.BlockItems;
import dev.varve.series.internal.packed.block.BlockLoader;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowDraw;
import dev.varve.series.internal.packed.row.RowSet;
import dev.varve.series.internal.packed.row.TickRange;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BucketTest {

    /** A view, and what it showed when it was taken. */
    private record View(RowSet rows, List<String> shown) {}

    private static String shown(Row row) {
        return row.shape() + " " + row;
    }

    private static List<String> shown(RowSet rows) {
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            assertThat(rows.tick(i)).isEqualTo(rows.row(i).tick());
            shown.add(shown(rows.row(i)));
        }
        return shown;
    }

    @Test
    void holdsWhatASortedMapHoldsAndViewsStayAsTheyWere() {
        Seeded.runs(400, random -> {
            RowDraw draw = new RowDraw(random);
            int clocks = 1 + random.nextInt(300);
            TreeMap<Long, Row> model = new TreeMap<>();
            List<View> views = new ArrayList<>();
            Bucket bucket = new Bucket(new TickRange(0, clocks));
            long next = 0;
            for (int step = 0; step < 300; step++) {
                long tick = random.nextInt(clocks);
                switch (random.nextInt(10)) {
                    case 0, 1 -> {
                        bucket.remove(tick);
                        model.remove(tick);
                    }
                    case 2, 3, 4 -> {
                        Row row = draw.row(tick);
                        bucket.put(row);
                        model.put(tick, row);
                    }
                    case 5 -> {
                        RowSet rows = bucket.rows();
                        views.add(new View(rows, shown(rows)));
                    }
                    case 6 -> {
                        // Reading a block makes a bucket of the rows of another.
                        RowSet rows = bucket.rows();
                        views.add(new View(rows, shown(rows)));
                        if (random.nextInt(3) == 0) {
                            bucket = Bucket.of(new BlockLoader.Stored(
                                    bucket.range(), rows, new BlockItems.Stamp(1, "w", 1), 1, null));
                        }
                    }
                    default -> {
                        next = Math.max(next, model.isEmpty() ? 0 : model.lastKey() + 1);
                        Row row = draw.row(next);
                        bucket.put(row);
                        model.put(next, row);
                    }
                }
                Row found = bucket.find(tick);
                Row expected = model.get(tick);
                assertThat(found == null ? "none" : shown(found))
                        .isEqualTo(expected == null ? "none" : shown(expected));
            }
            assertThat(shown(bucket.rows()))
                    .isEqualTo(model.values().stream().map(BucketTest::shown).toList());
            for (View view : views) {
                assertThat(shown(view.rows())).isEqualTo(view.shown());
            }
        });
    }

    @Test
    void knowsWhichRecordsNoBlockHolds() {
        Bucket bucket = new Bucket(new TickRange(0, 10));
        assertThat(bucket.isDirty()).isFalse();
        bucket.changed(3, 1_000);
        bucket.changed(5, 2_000);
        assertThat(List.of(bucket.dirtyFrom(), bucket.dirtyTo(), bucket.sinceMillis()))
                .containsExactly(3L, 5L, 1_000L);
        var stamp = new BlockItems.Stamp(1, "w", bucket.dirtyTo());
        bucket.changed(8, 3_000);
        bucket.sealed(stamp, 1, null, 3_500);
        assertThat(bucket.sinceMillis()).isEqualTo(1_000);
        assertThat(bucket.dirtyFrom()).isBetween(6L, 8L);
        bucket.sealed(new BlockItems.Stamp(2, "w", 8), 1, null, 3_600);
        assertThat(bucket.sinceMillis()).isEqualTo(3_600);
        assertThat(bucket.isDirty()).isFalse();
        assertThat(bucket.version()).isEqualTo(2);
        bucket.changed(9, 4_000);
        bucket.sealed(new BlockItems.Stamp(3, "w", 9), 0, null, 4_100);
        assertThat(bucket.version()).isZero();
    }

    @Test
    void knowsWhetherRollupsIncludeItsBlock() {
        Bucket bucket = new Bucket(new TickRange(0, 10));
        assertThat(bucket.isFollowed()).isFalse();
        bucket.changed(3, 1_000);
        // The worker may be faster than the sealer.
        bucket.followed(3);
        assertThat(bucket.isFollowed()).isFalse();
        bucket.sealed(new BlockItems.Stamp(1, "w", 3), 1, null, 2_000);
        assertThat(bucket.isFollowed()).isTrue();
        bucket.changed(4, 3_000);
        assertThat(bucket.isFollowed()).isFalse();
        bucket.sealed(new BlockItems.Stamp(2, "w", 4), 1, null, 4_000);
        assertThat(bucket.isFollowed()).isFalse();
        bucket.followed(4);
        assertThat(bucket.isFollowed()).isTrue();
        // A change that is delivered again says nothing new.
        bucket.followed(3);
        assertThat(bucket.isFollowed()).isTrue();
        // A block that is removed and written again starts with version 1.
        bucket.sealed(new BlockItems.Stamp(3, "w", 5), 0, null, 5_000);
        assertThat(bucket.isFollowed()).isFalse();
        bucket.sealed(new BlockItems.Stamp(1, "w", 6), 1, null, 6_000);
        assertThat(bucket.isFollowed()).isFalse();
    }
}
