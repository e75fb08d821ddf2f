package dev.varve.series.internal.packed.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.block.internal.stream.Effort;
import dev.varve.error.CorruptData;
import dev.varve.error.Seeded;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.series.internal.packed.bucket.Step;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowBuilder;
import dev.varve.series.internal.packed.row.RowChange;
import dev.varve.series.internal.packed.row.RowDraw;
import dev.varve.series.internal.packed.row.RowSet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Effort.class)
class FrameTest {

    private final Frame frames;

    FrameTest(Effort effort) {
        frames = new Frame(Tick.MILLIS, List.of("site", "number"), effort);
    }

    private static Parts identity(RandomGenerator random) {
        int number = random.nextInt(12);
        return Parts.of("site", "söte-" + number / 3).with("number", number % 3 - 1);
    }

    private static List<RowChange> draw(RandomGenerator random) {
        RowDraw rows = new RowDraw(random);
        TreeMap<String, RowChange> changes = new TreeMap<>();
        for (int i = random.nextInt(200); i >= 0; i--) {
            Parts identity = identity(random);
            long tick = random.nextInt(100) == 0 ? random.nextLong() : 1_700_000_000_000L + random.nextInt(1_000);
            Row row = random.nextInt(8) == 0 ? null : rows.row(tick);
            changes.put(identity + " " + tick, new RowChange(identity, tick, row));
        }
        return new ArrayList<>(changes.values());
    }

    private static List<String> shown(List<RowChange> changes) {
        return changes.stream().map(FrameTest::shown).sorted().toList();
    }

    private static String shown(RowChange change) {
        Row row = change.row();
        return change.identity() + " " + change.tick() + " " + (row == null ? "removed" : row.shape() + " " + row);
    }

    private byte[] encoded(List<RowChange> changes) {
        return Objects.requireNonNull(frames.encode(changes));
    }

    @Test
    void changesComeBackAsTheyWere() {
        Seeded.runs(300, random -> {
            List<RowChange> changes = draw(random);
            assertThat(shown(frames.decode(encoded(changes)))).isEqualTo(shown(changes));
        });
    }

    @Test
    void columnsOfAnEncodedRecordAreThoseOfTheDecodedOne() {
        Seeded.runs(300, random -> {
            List<RowChange> changes = draw(random).stream()
                    .map(change -> new RowChange(
                            change.identity(),
                            change.tick(),
                            change.row(),
                            change.row() != null && random.nextInt(5) == 0))
                    .toList();
            Frame.Encoded encoded = Objects.requireNonNull(frames.encode(Step.of(changes)));
            assertThat(Frame.changes(sorted(encoded.columns())).stream()
                            .map(change -> shown(change) + change.isCorrection())
                            .toList())
                    .isEqualTo(frames.decode(encoded.record()).stream()
                            .map(change -> shown(change) + change.isCorrection())
                            .toList());
        });
    }

    private static FrameColumns sorted(FrameColumns columns) {
        RowSet rows = columns.rows();
        List<RowSet.Column> fields = new ArrayList<>(rows.columns());
        fields.sort(Comparator.comparing(RowSet.Column::field));
        return new FrameColumns(
                columns.identities(),
                columns.places(),
                new RowSet(rows.size(), rows.ticks(), fields),
                columns.corrections());
    }

    @Test
    void onlyRemovalsComeBack() {
        List<RowChange> changes = List.of(new RowChange(Parts.of("site", "a").with("number", 1), 5, null));
        assertThat(shown(frames.decode(encoded(changes)))).isEqualTo(shown(changes));
    }

    @Test
    void correctionsComeBackAsCorrections() {
        Row row = new RowBuilder().number("t", 20.5).build(1);
        Row other = new RowBuilder().number("t", 21).build(2);
        Parts identity = Parts.of("site", "a").with("number", 1);
        List<RowChange> changes = List.of(RowChange.put(identity, row), new RowChange(identity, 2, other, true));
        assertThat(frames.decode(encoded(changes)))
                .extracting(RowChange::isCorrection)
                .containsExactly(false, true);
    }

    @Test
    void everyFlippedBitAndMissingEndIsFound() {
        byte[] good = encoded(List.of(
                RowChange.put(
                        Parts.of("site", "a").with("number", 1),
                        new RowBuilder().number("t", 20.5).build(1)),
                new RowChange(Parts.of("site", "b").with("number", 2), 5, null)));
        for (int bit = 0; bit < good.length * 8; bit++) {
            byte[] bad = good.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatThrownBy(() -> frames.decode(bad)).isInstanceOf(CorruptData.class);
        }
        for (int length = 0; length < good.length; length++) {
            byte[] bad = Arrays.copyOf(good, length);
            assertThatThrownBy(() -> frames.decode(bad)).isInstanceOf(CorruptData.class);
        }
    }

    /** With a right checksum, a damaged head is another head or none; nothing else happens. */
    @Test
    void craftedHeadsAreReadOrRefused() {
        Seeded.runs(2_000, random -> {
            byte[] bytes = encoded(draw(random));
            int head = ByteBuffer.wrap(bytes).getInt();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                bytes[4 + random.nextInt(random.nextBoolean() ? head : Math.min(head, 12))] = (byte) random.nextInt();
            }
            CRC32C checksum = new CRC32C();
            checksum.update(bytes, 4, head);
            ByteBuffer.wrap(bytes).putInt(4 + head, (int) checksum.getValue());
            try {
                assertThat(frames.decode(bytes)).isNotEmpty();
            } catch (CorruptData e) {
                assertThat(e.code()).isEqualTo("packed.frame");
            }
        });
    }

    @Test
    void changesThatNeedMoreThanOneRecordAreNotEncoded() {
        List<RowChange> wide = new ArrayList<>();
        List<RowChange> large = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            RowBuilder row = new RowBuilder();
            for (int field = 0; field < 64; field++) {
                row.number("f" + i + "." + field, field);
            }
            Parts identity = Parts.of("site", "a").with("number", i);
            wide.add(RowChange.put(identity, row.build(i)));
            StringBuilder text = new StringBuilder();
            java.util.SplittableRandom random = new java.util.SplittableRandom(i);
            while (text.length() < 250_000) {
                text.append(Long.toString(random.nextLong(), 36));
            }
            large.add(RowChange.put(
                    identity, new RowBuilder().text("text", text.toString()).build(i)));
        }
        assertThat(frames.encode(wide)).isNull();
        assertThat(frames.encode(wide.subList(0, 10))).isNotNull();
        assertThat(frames.encode(large)).isNull();
        assertThat(frames.encode(large.subList(0, 10))).isNotNull();
    }

    @Test
    void denseRecordsOfManySeriesAreSmaller() {
        List<RowChange> changes = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Parts identity = Parts.of("site", "plant-" + i * 7_919 % 1_000).with("number", i);
            changes.add(RowChange.put(
                    identity,
                    new RowBuilder().number("t", 20 + i * 31 % 17 / 10.0).build(i)));
        }
        int fast = Objects.requireNonNull(
                        new Frame(Tick.MILLIS, List.of("site", "number"), Effort.FAST).encode(changes))
                .length;
        int dense = Objects.requireNonNull(
                        new Frame(Tick.MILLIS, List.of("site", "number"), Effort.DENSE).encode(changes))
                .length;
        assertThat(dense).isLessThan(fast * 3 / 4);
        assertThat(shown(frames.decode(encoded(changes)))).isEqualTo(shown(changes));
    }

    @Test
    void claimOfMoreBytesThanDeflateCanHoldIsRefused() {
        ByteBuffer head = ByteBuffer.allocate(8).put(new byte[] {2, -1, -1, -1, 1, 3, 0, 0});
        CRC32C checksum = new CRC32C();
        checksum.update(head.array());
        byte[] record = ByteBuffer.allocate(16)
                .putInt(8)
                .put(head.array())
                .putInt((int) checksum.getValue())
                .array();
        assertThatThrownBy(() -> frames.decode(record))
                .isInstanceOf(CorruptData.class)
                .hasMessageContaining("its identities do not have 4194303 bytes");
    }
}
