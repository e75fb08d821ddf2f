package dev.varve.engine.dynamodb.internal.expression;

import dev.varve.table.AttributePath;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The texts and the names by alias that all expressions of one shape share.
 *
 * @param names null if there are none: DynamoDB rejects an empty map
 */
record Rendered(Map<ExpressionPart, String> texts, @Nullable Map<String, String> names) {

    /** Renders tokens: a part starts a text, a path is written as its aliased names, all else is written unchanged. */
    static Rendered of(List<Object> tokens) {
        Map<ExpressionPart, String> texts = new EnumMap<>(ExpressionPart.class);
        Map<String, String> aliases = new LinkedHashMap<>();
        StringBuilder text = new StringBuilder();
        ExpressionPart part = null;
        for (Object token : tokens) {
            if (token instanceof ExpressionPart next) {
                finish(part, text, texts);
                part = next;
            } else if (token instanceof AttributePath path) {
                append(path, text, aliases);
            } else {
                text.append(token);
            }
        }
        finish(part, text, texts);
        return new Rendered(texts, aliases.isEmpty() ? null : byAlias(aliases));
    }

    private static void finish(@Nullable ExpressionPart part, StringBuilder text, Map<ExpressionPart, String> texts) {
        if (part != null) {
            texts.put(part, text.toString());
            text.setLength(0);
        }
    }

    private static void append(AttributePath path, StringBuilder text, Map<String, String> aliases) {
        text.append(alias(path.attribute(), aliases));
        for (AttributePath.Step step : path.inside()) {
            if (step instanceof AttributePath.Step.Name entry) {
                text.append('.').append(alias(entry.name(), aliases));
            } else if (step instanceof AttributePath.Step.Index element) {
                text.append('[').append(element.index()).append(']');
            }
        }
    }

    private static String alias(String name, Map<String, String> aliases) {
        return aliases.computeIfAbsent(name, unused -> Aliases.name(aliases.size()));
    }

    private static Map<String, String> byAlias(Map<String, String> aliases) {
        Map<String, String> names = new LinkedHashMap<>();
        aliases.forEach((name, alias) -> names.put(alias, name));
        return Collections.unmodifiableMap(names);
    }

    /** Returns the approximate size of this in characters. */
    int length() {
        int length = 0;
        for (String text : texts.values()) {
            length += text.length();
        }
        return length;
    }
}
