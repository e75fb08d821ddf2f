package dev.varve.engine.dynamodb.internal.expression;

import dev.varve.engine.dynamodb.internal.value.FixedMap;
import dev.varve.engine.dynamodb.internal.value.ValueConversion;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.table.AttributePath;
import dev.varve.table.Operand;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The expressions of one request, written token by token. Each name and each value gets an alias on first use and keeps
 * it. So reserved words, dots and spaces in names have no meaning, and a value that is used twice is sent once.
 */
public final class Expression {

    private static final Value[] NO_VALUES = {};
    private static final int USUAL_VALUES = 4;

    private final RequestTime moment;
    private ExpressionShape shape;
    private Value[] values = NO_VALUES;
    private int valueCount;

    Expression(ExpressionShape beginning, RequestTime moment) {
        this.shape = beginning;
        this.moment = moment;
    }

    /** Returns the time of the request in epoch seconds, for use as a value. */
    public Num now() {
        return moment.number();
    }

    /** Returns the text of this part, or null if there is none. */
    public @Nullable String text(ExpressionPart part) {
        return shape.rendered().texts().get(part);
    }

    /** Returns the names by alias, or null if there are none: DynamoDB rejects an empty map. */
    public @Nullable Map<String, String> names() {
        return shape.rendered().names();
    }

    /** Returns the values by alias, or null if there are none: DynamoDB rejects an empty map. */
    public @Nullable Map<String, AttributeValue> values() {
        if (valueCount == 0) {
            return null;
        }
        AttributeValue[] written = new AttributeValue[valueCount];
        for (int i = 0; i < valueCount; i++) {
            written[i] = values[i] == moment.number() ? moment.written() : ValueConversion.write(values[i]);
        }
        return new FixedMap<>(Aliases.values(valueCount), written);
    }

    /** Ends the current text and starts the text of this part. */
    public Expression begin(ExpressionPart part) {
        return token(part);
    }

    public Expression text(String text) {
        return token(text);
    }

    public Expression name(String name) {
        return token(AttributePath.attr(name));
    }

    public Expression path(AttributePath path) {
        return token(path);
    }

    public Expression value(Value value) {
        // A linear search is fast enough: most requests have a handful of values.
        for (int i = 0; i < valueCount; i++) {
            if (values[i].equals(value)) {
                return token(Aliases.value(i));
            }
        }
        if (valueCount == values.length) {
            values = Arrays.copyOf(values, Math.max(USUAL_VALUES, 2 * valueCount));
        }
        values[valueCount] = value;
        return token(Aliases.value(valueCount++));
    }

    Expression operand(Operand operand) {
        if (operand instanceof Operand.Literal literal) {
            return value(literal.value());
        } else if (operand instanceof Operand.SizeOf size) {
            return text("size(").path(size.path()).text(")");
        }
        return path((AttributePath) operand);
    }

    private Expression token(Object token) {
        shape = shape.then(token);
        return this;
    }
}
