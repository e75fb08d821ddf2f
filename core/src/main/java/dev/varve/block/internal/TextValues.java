package dev.varve.block.internal;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.stream.ColumnReader;
import dev.varve.block.internal.stream.ColumnWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Codes a column of texts: each different text once, in the order of first use, and for each value its number. */
final class TextValues {

    private TextValues() {}

    static void encode(String[] values, ColumnWriter out) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        long[] chosen = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            chosen[i] = numbers.computeIfAbsent(values[i], text -> numbers.size());
        }
        out.number(numbers.size());
        for (String text : numbers.keySet()) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            out.number(utf8.length);
            for (byte next : utf8) {
                out.small(next & 0xFF, Byte.SIZE);
            }
        }
        out.longs(chosen);
    }

    static String[] decode(int count, ColumnReader in) {
        String[] texts = new String[in.count(count, "the different texts of a column")];
        int left = in.length();
        for (int i = 0; i < texts.length; i++) {
            int length = in.count(left, "the length of a text");
            left -= length;
            byte[] utf8 = new byte[length];
            for (int at = 0; at < length; at++) {
                utf8[at] = (byte) in.small(Byte.SIZE);
            }
            texts[i] = ByteReader.text(utf8, 0, length);
        }
        long[] chosen = in.longs(count);
        String[] values = new String[count];
        for (int i = 0; i < count; i++) {
            if (chosen[i] < 0 || chosen[i] >= texts.length) {
                throw ByteReader.corrupt("text %s of %s".formatted(chosen[i], texts.length));
            }
            values[i] = texts[(int) chosen[i]];
        }
        return values;
    }
}
