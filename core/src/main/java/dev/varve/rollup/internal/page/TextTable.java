package dev.varve.rollup.internal.page;

import dev.varve.block.internal.ByteReader;
import dev.varve.block.internal.ByteWriter;
import java.util.HashMap;
import java.util.Map;

/** The texts of a page that several names and values refer to by number. */
final class TextTable {

    /** The most texts of a page: a reader of any bytes has bounded memory. */
    private static final int MAX_TEXTS = 65_536;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final ByteWriter texts = new ByteWriter();

    /** Returns the number of a text, which is added if it is new. */
    int number(String text) {
        Integer known = numbers.get(text);
        if (known != null) {
            return known;
        }
        numbers.put(text, numbers.size());
        texts.writeText(text);
        return numbers.size() - 1;
    }

    void write(ByteWriter out) {
        out.writeUnsigned(numbers.size());
        out.write(texts.toBytes());
    }

    static String[] read(ByteReader in) {
        String[] texts = new String[in.readCount(Math.min(MAX_TEXTS, in.remaining()), "the number of texts")];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = in.readText();
        }
        return texts;
    }
}
