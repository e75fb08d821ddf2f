package dev.varve.rollup.internal.page;

import java.util.List;

/** Writes the name of an attribute as a number: a word such as {@code avg}, and the rest of the name, which others share. */
final class AttributeNames {

    /** The place of a word is part of the format: add words at the end only, at most 15. */
    private static final List<String> WORDS =
            List.of("", "count", "sum", "min", "max", "avg", "first", "last", "stddev", "sumSquares");

    static final String AVERAGE = "avg";
    static final String SUM = "sum";
    static final String COUNT = "count";

    private static final int WORD_BITS = 4;
    private static final int WORD_MASK = (1 << WORD_BITS) - 1;

    private AttributeNames() {}

    static long number(String name, TextTable texts) {
        int word = WORDS.size() - 1;
        while (!name.startsWith(WORDS.get(word))) {
            word--;
        }
        int rest = texts.number(name.substring(WORDS.get(word).length()));
        return ((long) rest << WORD_BITS) | word;
    }

    static String name(long number, String[] texts) {
        int word = (int) (number & WORD_MASK);
        long rest = number >>> WORD_BITS;
        if (word >= WORDS.size() || rest >= texts.length) {
            throw RowPage.corrupt("a name has the unknown number " + number);
        }
        return WORDS.get(word) + texts[(int) rest];
    }
}
