package dev.varve.cli;

import dev.varve.cli.show.HumanText;
import dev.varve.server.api.EnumWord;
import dev.varve.server.api.fleet.ReadingJson;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    /** Returns the numbers and texts of a reading as a short text. */
    static String values(ReadingJson reading) {
        return Stream.concat(
                        reading.fields().entrySet().stream()
                                .map(field -> field.getKey() + " " + HumanText.rounded(field.getValue())),
                        reading.allTexts().entrySet().stream().map(text -> text.getKey() + " " + text.getValue()))
                .collect(Collectors.joining("  "));
    }

    static String words(List<String> words) {
        return words.isEmpty() ? "–" : String.join(", ", words);
    }
}
