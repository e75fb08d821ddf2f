package dev.varve.engine.dynamodb.internal.expression;

import dev.varve.core.item.Value;
import dev.varve.core.table.Operand;
import dev.varve.core.table.Path;
import dev.varve.engine.dynamodb.internal.value.Values;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The names and values of one request's expressions. Each name and each value gets an alias on first use and keeps it,
 * so reserved words, dots and spaces in names mean nothing, and a value used twice is sent once.
 */
public final class Expression {

    private static final int CAPACITY = 8;
    private static final String[] NAME_ALIASES = firstAliases("#n");
    private static final String[] VALUE_ALIASES = firstAliases(":v");

    /*
     * One map each, by alias. A name or value that has an alias is found by looking at all: most requests have a handful,
     * and DynamoDB's bound on the length of an expression keeps the others small.
     */
    private final Map<String, String> names = new LinkedHashMap<>(CAPACITY);
    private final Map<String, AttributeValue> values = new LinkedHashMap<>(CAPACITY);

    /** Returns the names by alias, or null where there are none: DynamoDB refuses an empty map. */
    public @Nullable Map<String, String> names() {
        return names.isEmpty() ? null : names;
    }

    /** Returns the values by alias, or null where there are none: DynamoDB refuses an empty map. */
    public @Nullable Map<String, AttributeValue> values() {
        return values.isEmpty() ? null : values;
    }

    public String name(String name) {
        return alias(names, name, "#n", NAME_ALIASES);
    }

    public String value(Value value) {
        return alias(values, Values.write(value), ":v", VALUE_ALIASES);
    }

    private static <T> String alias(Map<String, T> aliased, T wanted, String prefix, String[] first) {
        for (Map.Entry<String, T> entry : aliased.entrySet()) {
            if (entry.getValue().equals(wanted)) {
                return entry.getKey();
            }
        }
        int number = aliased.size();
        String alias = number < first.length ? first[number] : prefix + number;
        aliased.put(alias, wanted);
        return alias;
    }

    private static String[] firstAliases(String prefix) {
        String[] aliases = new String[CAPACITY];
        Arrays.setAll(aliases, number -> prefix + number);
        return aliases;
    }

    public String path(Path path) {
        if (path.isTopLevel()) {
            return name(path.attribute());
        }
        StringBuilder text = new StringBuilder(name(path.attribute()));
        for (Path.Step step : path.inside()) {
            if (step instanceof Path.Step.Name entry) {
                text.append('.').append(name(entry.name()));
            } else if (step instanceof Path.Step.Index element) {
                text.append('[').append(element.index()).append(']');
            }
        }
        return text.toString();
    }

    String operand(Operand operand) {
        if (operand instanceof Operand.Literal literal) {
            return value(literal.value());
        } else if (operand instanceof Operand.SizeOf size) {
            return "size(" + path(size.path()) + ")";
        }
        return path((Path) operand);
    }
}
