package dev.varve.rollup.internal.page;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.bytes.ByteWriter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The texts of a page that several names and values refer to by number. */
final class TextTable {

    /** The most texts of a page: a reader of any bytes has bounded memory. */
    private static final int MAX_TEXTS = 65_536;

    private final String[] first;
    // Filled when the first text is looked up, which most pages do not need.
    private final Map<String, Integer> numbers = new HashMap<>();

    /** Starts with the texts of another page, so that they keep their numbers. */
    TextTable(String[] first) {
        this.first = first;
    }

    /** Returns whether a text was added. */
    boolean hasMore() {
        return numbers.size() > first.length;
    }

    /** Returns the number of a text, which is added if it is new. */
    int number(String text) {
        if (numbers.isEmpty()) {
            for (String each : first) {
                numbers.put(each, numbers.size());
            }
        }
        Integer known = numbers.putIfAbsent(text, numbers.size());
        return known == null ? numbers.size() - 1 : known;
    }

    void write(ByteWriter out) {
        String[] texts = Arrays.copyOf(first, Math.max(first.length, numbers.size()));
        numbers.forEach((text, number) -> texts[number] = text);
        out.writeUnsigned(texts.length);
        for (String text : texts) {
            out.writeText(text);
        }
    }

    static String[] read(ByteReader in) {
        String[] texts = new String[in.readCount(Math.min(MAX_TEXTS, in.remaining()), "the number of texts")];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = in.readText();
        }
        return texts;
    }
}
