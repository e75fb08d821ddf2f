package dev.varve.server.sites;

import dev.varve.error.Rejected;
import dev.varve.server.api.EnumWord;
import java.util.Arrays;

/** Words of addresses and bodies that stand for something. */
final class EnumTexts {

    private static final int SHOWN = 60;

    private EnumTexts() {}

    /** Returns as much of a text as an error repeats. */
    static String shown(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }

    /** Returns the constant a word means: {@code page_views}, {@code pageViews} and {@code PAGE_VIEWS} are one. */
    static <E extends Enum<E>> E constant(Class<E> type, String name, String word) {
        String plain = word.replace("_", "");
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.name().replace("_", "").equalsIgnoreCase(plain))
                .findFirst()
                .orElseThrow(() -> new Rejected(
                        "ask.word",
                        "%s is \"%s\"; it must be one of %s"
                                .formatted(
                                        name,
                                        shown(word),
                                        Arrays.stream(type.getEnumConstants())
                                                .map(EnumTexts::of)
                                                .toList())));
    }

    /** Returns the word of a constant: {@code pageViews}. */
    static String of(Enum<?> constant) {
        return EnumWord.of(constant);
    }
}
