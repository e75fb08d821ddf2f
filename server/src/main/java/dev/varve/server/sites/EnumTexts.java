package dev.varve.server.sites;

import dev.varve.error.Rejected;
import dev.varve.server.api.BriefText;
import dev.varve.server.api.EnumWord;
import java.util.Arrays;

/** Converts between enum constants and the words of the API. */
final class EnumTexts {

    private static final int SHOWN = 60;

    private EnumTexts() {}

    /** Returns a text, shortened so that an error can quote it. */
    static String shown(String text) {
        return BriefText.of(text, SHOWN);
    }

    /** Returns the constant of a word: {@code page_views}, {@code pageViews} and {@code PAGE_VIEWS} are the same. */
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
