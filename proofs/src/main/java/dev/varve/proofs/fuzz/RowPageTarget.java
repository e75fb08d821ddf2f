package dev.varve.proofs.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.varve.error.CorruptData;
import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.rollup.internal.definition.CompiledRollup;
import dev.varve.rollup.internal.page.PageWriter;
import dev.varve.rollup.internal.page.RowPage;
import dev.varve.testkit.random.Draw;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * Fuzzes row pages: each character of a text is a byte. Damaged pages get a right checksum, so that the decoder sees the damage.
 */
final class RowPageTarget implements FuzzTarget {

    private static final int CHECKSUM_BYTES = 4;

    @Override
    public String name() {
        return "rows";
    }

    @Override
    public Trial<?> draw(Draw draw) {
        TreeMap<Long, PageWriter.Change> rows = new TreeMap<>();
        List<Item> expected = new ArrayList<>();
        int size = draw.between(1, 26);
        for (int i = 0; i < size; i++) {
            Item row = row(draw);
            expected.add(row);
            rows.put(3_600L * i, new PageWriter.Change(row));
        }
        byte[] bytes = Objects.requireNonNull(PageWriter.write(null, rows, Long.MIN_VALUE));
        return new Trial<>(new String(bytes, ISO_8859_1), RowPageTarget::read, expected);
    }

    private static Item row(Draw draw) {
        Item.Builder row = Item.builder()
                .put(CompiledRollup.VERSION, Num.of(draw.between(1, 5)))
                .put(CompiledRollup.COUNT, Num.of(draw.below(70)))
                .put("countX", Num.of(draw.below(70)))
                .put("sumX", Num.of(BigDecimal.valueOf(draw.between(-20_000, 20_000), draw.below(4))));
        if (draw.chance(50)) {
            row.put("avgX", Num.of(new BigDecimal("0.12345678901234567")));
        }
        switch (draw.below(6)) {
            case 0 -> row.put("groupLocation", Value.of(draw.oneOf("hall", "überdacht", "")));
            case 1 -> row.put("values", new Value.TextSet(Set.of("x", draw.oneOf("y", "z"))));
            case 2 -> row.put("groupLocation", new Value.MapOf(Map.of("hall", new Value.ListOf(List.of(Num.of(1))))));
            case 3 -> row.put("maxX", Num.parse("1234567890123456789012345678901234567.8"));
            case 4 -> row.put("moreValues", Value.of(true));
            default -> {}
        }
        return row.build();
    }

    private static List<Item> read(String text) {
        byte[] bytes = new byte[text.length()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) text.charAt(i);
        }
        int end = bytes.length - CHECKSUM_BYTES;
        if (end > 0) {
            CRC32C checksum = new CRC32C();
            checksum.update(bytes, 0, end);
            for (int i = 0; i < CHECKSUM_BYTES; i++) {
                bytes[end + i] = (byte) (checksum.getValue() >>> (8 * i));
            }
        }
        try {
            RowPage page = RowPage.of(bytes);
            List<Item> rows = new ArrayList<>();
            for (int i = 0; i < page.size(); i++) {
                Item row = page.row(i);
                // Values are decoded when they are needed.
                rows.add(Item.of(row.asMap()));
            }
            return rows;
        } catch (CorruptData e) {
            throw new Rejected("page", String.valueOf(e.getMessage()));
        }
    }
}
