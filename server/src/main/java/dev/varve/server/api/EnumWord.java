package dev.varve.server.api;

import java.util.Locale;

/** The words of enums in the HTTP API. */
public final class EnumWord {

    private EnumWord() {}

    /** Returns the word of a constant: {@code pageViews} for {@code PAGE_VIEWS}. */
    public static String of(Enum<?> constant) {
        StringBuilder word = new StringBuilder();
        for (String part : constant.name().toLowerCase(Locale.ROOT).split("_")) {
            word.append(word.isEmpty() ? part : part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1));
        }
        return word.toString();
    }
}
