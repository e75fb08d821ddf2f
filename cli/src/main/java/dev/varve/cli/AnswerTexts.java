package dev.varve.cli;

import dev.varve.cli.show.HumanText;
import dev.varve.server.api.EnumWord;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Formats parts of answers as text. */
final class AnswerTexts {

    private AnswerTexts() {}

    /** Returns the text, or a dash if it is missing. */
    static String text(@Nullable Object value) {
        return value == null || value.toString().isEmpty() ? "–" : value.toString();
    }

    /** Returns the API's word for a constant, or an empty text for null. */
    static String word(@Nullable Enum<?> constant) {
        return constant == null ? "" : EnumWord.of(constant);
    }

    /** Returns the fields of a reading as a short text. */
    static String fields(Map<String, Double> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + " " + HumanText.rounded(field.getValue()))
                .collect(Collectors.joining("  "));
    }

    static String words(List<String> words) {
        return words.isEmpty() ? "–" : String.join(", ", words);
    }
}
