package dev.varve.proofs.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.varve.block.internal.stream.Effort;
import dev.varve.error.CorruptData;
import dev.varve.error.Rejected;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.series.internal.packed.frame.Frame;
import dev.varve.series.internal.packed.row.RowBuilder;
import dev.varve.series.internal.packed.row.RowChange;
import dev.varve.testkit.random.Draw;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * Fuzzes records of the journal of packed series: each character of a text is a byte. Damaged records get right checksums, so
 * that the decoders see the damage.
 */
final class FrameTarget implements FuzzTarget {

    private static final Frame FRAMES = frames(Effort.FAST);
    private static final Frame DENSE = frames(Effort.DENSE);
    private static final int CHECKSUM_BYTES = 4;

    private static Frame frames(Effort effort) {
        return new Frame(Tick.MILLIS, List.of("site", "number"), effort);
    }

    @Override
    public String name() {
        return "frame";
    }

    @Override
    public Trial<?> draw(Draw draw) {
        List<RowChange> changes = changes(draw);
        byte[] bytes = Objects.requireNonNull((draw.chance(50) ? FRAMES : DENSE).encode(changes));
        return new Trial<>(new String(bytes, ISO_8859_1), FrameTarget::read, shown(changes));
    }

    private static List<RowChange> changes(Draw draw) {
        Map<String, RowChange> changes = new TreeMap<>();
        for (int i = draw.between(1, 60); i > 0; i--) {
            Parts identity = Parts.of("site", "s-" + draw.below(5)).with("number", draw.below(3));
            long tick = 1_700_000_000_000L + draw.below(100) * 1_000L;
            RowBuilder row = new RowBuilder();
            if (draw.chance(80)) {
                row.number("t", draw.below(1_000) / 10.0);
            }
            if (draw.chance(30)) {
                row.flag("on", draw.chance(50));
            }
            if (draw.chance(30)) {
                row.text("note", draw.oneOf("ok", "überhitzt", ""));
            }
            if (draw.chance(10)) {
                row.decimal("count", Long.toString(draw.nextLong()));
            }
            changes.put(
                    identity + " " + tick,
                    draw.chance(10) ? new RowChange(identity, tick, null) : RowChange.put(identity, row.build(tick)));
        }
        return new ArrayList<>(changes.values());
    }

    private static String read(String text) {
        byte[] bytes = new byte[text.length()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) text.charAt(i);
        }
        mend(bytes);
        try {
            return shown(FRAMES.decode(bytes));
        } catch (CorruptData e) {
            throw new Rejected("frame", String.valueOf(e.getMessage()));
        }
    }

    /** Writes the checksums of the head and of the block behind it, where they fit. */
    private static void mend(byte[] bytes) {
        if (bytes.length < 2 * CHECKSUM_BYTES) {
            return;
        }
        int head = ByteBuffer.wrap(bytes).getInt();
        if (head < 0 || head > bytes.length - 2 * CHECKSUM_BYTES) {
            return;
        }
        int block = CHECKSUM_BYTES + head;
        ByteBuffer.wrap(bytes).putInt(block, (int) checksum(bytes, CHECKSUM_BYTES, head));
        block += CHECKSUM_BYTES;
        int end = bytes.length - CHECKSUM_BYTES;
        if (end > block) {
            long checksum = checksum(bytes, block, end - block);
            for (int i = 0; i < CHECKSUM_BYTES; i++) {
                bytes[end + i] = (byte) (checksum >>> (8 * i));
            }
        }
    }

    private static long checksum(byte[] bytes, int from, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, from, length);
        return checksum.getValue();
    }

    private static String shown(List<RowChange> changes) {
        return changes.stream()
                .map(change -> change.identity() + " " + change.tick() + " " + change.row())
                .sorted()
                .toList()
                .toString();
    }
}
