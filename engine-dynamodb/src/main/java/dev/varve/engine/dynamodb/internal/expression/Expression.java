package dev.varve.engine.dynamodb.internal.expression;

import dev.varve.core.item.Value;
import dev.varve.core.table.Operand;
import dev.varve.core.table.Path;
import dev.varve.engine.dynamodb.internal.value.Values;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The names and values of one request's expressions. Each name and each value gets an alias on first use and keeps it,
 * so reserved words, dots and spaces in names mean nothing, and a value used twice is sent once.
 */
public final class Expression {

    private final Map<String, String> aliases = new HashMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<Value, String> valueAliases = new HashMap<>();
    private final Map<String, AttributeValue> values = new LinkedHashMap<>();

    /** Returns the names by alias, or null where there are none: DynamoDB refuses an empty map. */
    public @Nullable Map<String, String> names() {
        return names.isEmpty() ? null : names;
    }

    /** Returns the values by alias, or null where there are none: DynamoDB refuses an empty map. */
    public @Nullable Map<String, AttributeValue> values() {
        return values.isEmpty() ? null : values;
    }

    public String name(String name) {
        return aliases.computeIfAbsent(name, key -> {
            String alias = "#n" + names.size();
            names.put(alias, key);
            return alias;
        });
    }

    public String value(Value value) {
        return valueAliases.computeIfAbsent(value, key -> {
            String alias = ":v" + values.size();
            values.put(alias, Values.write(key));
            return alias;
        });
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
