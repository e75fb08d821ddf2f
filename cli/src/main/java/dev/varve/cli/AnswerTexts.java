package dev.varve.cli;

import dev.varve.cli.show.HumanText;
import dev.varve.server.api.EnumWord;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Parts of answers as texts. */
final class AnswerTexts {

    private AnswerTexts() {}

    /** Returns a text, or a dash where there is none. */
    static String text(@Nullable Object value) {
        return value == null || value.toString().isEmpty() ? "–" : value.toString();
    }

    /** Returns the word of a constant, or nothing. */
    static String word(@Nullable Enum<?> constant) {
        return constant == null ? "" : EnumWord.of(constant);
    }

    /** Returns the fields of a reading in a few words. */
    static String fields(Map<String, Double> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + " " + HumanText.rounded(field.getValue()))
                .collect(Collectors.joining("  "));
    }

    static String words(List<String> words) {
        return words.isEmpty() ? "–" : String.join(", ", words);
    }
}
