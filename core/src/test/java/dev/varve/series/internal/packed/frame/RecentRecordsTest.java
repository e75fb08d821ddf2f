package dev.varve.series.internal.packed.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.key.Parts;
import dev.varve.series.internal.packed.row.Field;
import dev.varve.series.internal.packed.row.FieldKind;
import dev.varve.series.internal.packed.row.RowSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentRecordsTest {

    /** A record of one row and one field takes three numbers and the reference of its identity. */
    private static final long RECORD = 4 * Long.BYTES;

    private final RecentRecords recent = new RecentRecords(3 * RECORD);

    private static FrameColumns record(long tick) {
        RowSet rows = new RowSet(
                1,
                new long[] {tick},
                List.of(new RowSet.Column(new Field("t", FieldKind.NUMBER), new long[] {7}, null, null)));
        return new FrameColumns(List.of(Parts.of("deviceId", "d")), new long[1], rows, null);
    }

    private FrameColumns added(long number) {
        FrameColumns record = record(number);
        recent.add(number, record);
        return record;
    }

    @Test
    void keepsNothingWithoutAReader() {
        added(1);
        assertThat(recent.find(1)).isNull();
    }

    @Test
    void readerGetsTheRecordsThatFollow() {
        recent.readFrom(1);
        FrameColumns first = added(2);
        FrameColumns second = added(4);
        assertThat(recent.find(2)).isSameAs(first);
        assertThat(recent.find(3)).isNull();
        assertThat(recent.find(4)).isSameAs(second);
    }

    @Test
    void recordsBeforeThoseThatAreReadAreForgotten() {
        recent.readFrom(1);
        added(2);
        FrameColumns second = added(3);
        recent.readFrom(3);
        assertThat(recent.find(2)).isNull();
        assertThat(recent.find(3)).isSameAs(second);
    }

    @Test
    void readerThatFallsBehindFindsNothingUntilItComesBack() {
        recent.readFrom(1);
        for (int number = 2; number <= 5; number++) {
            added(number);
        }
        assertThat(recent.find(2)).isNull();
        assertThat(recent.find(5)).isNull();
        recent.readFrom(2);
        FrameColumns next = added(6);
        assertThat(recent.find(6)).isSameAs(next);
    }

    @Test
    void oldestRecordsGoFirst() {
        recent.readFrom(1);
        added(2);
        added(3);
        recent.readFrom(2);
        added(4);
        FrameColumns last = added(5);
        assertThat(recent.find(2)).isNull();
        assertThat(recent.find(5)).isSameAs(last);
    }
}
