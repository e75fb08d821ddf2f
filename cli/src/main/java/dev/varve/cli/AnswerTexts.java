package dev.varve.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.cli.client.ApiFailure;
import dev.varve.cli.show.HumanText;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Parts of answers as texts. */
final class AnswerTexts {

    private AnswerTexts() {}

    /** Returns a text, or a dash where there is none. */
    static String text(JsonNode node) {
        return node.isMissingNode() || node.isNull() || node.asText().isEmpty() ? "–" : node.asText();
    }

    /** Returns what an answer must have; one without it is not that of a Varve server. */
    static JsonNode required(JsonNode answer, String name) {
        JsonNode found = answer.path(name);
        if (found.isMissingNode() || found.isNull()) {
            throw ApiFailure.unexpected("has no " + name);
        }
        return found;
    }

    static @Nullable Instant time(JsonNode node) {
        try {
            return node.isTextual() ? Instant.parse(node.asText()) : null;
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    /** Returns the fields of a reading in a few words. */
    static String fields(JsonNode fields) {
        return fields.properties().stream()
                .map(field -> field.getKey() + " "
                        + HumanText.rounded(field.getValue().asDouble()))
                .collect(Collectors.joining("  "));
    }

    static List<@Nullable Double> numbers(JsonNode array) {
        List<@Nullable Double> numbers = new ArrayList<>();
        array.forEach(value -> numbers.add(value.isNumber() ? Double.valueOf(value.doubleValue()) : null));
        return numbers;
    }

    static String words(JsonNode array) {
        List<String> words = new ArrayList<>();
        array.forEach(word -> words.add(word.asText()));
        return words.isEmpty() ? "–" : String.join(", ", words);
    }
}
