package dev.varve.engine.dynamodb.internal.expression;

import dev.varve.engine.dynamodb.internal.value.ValueConversion;
import dev.varve.item.Num;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An epoch second as a request value. Nearly every request to a table with a TTL has one, and all requests of one
 * second share it.
 */
record RequestTime(long epochSecond, Num number, AttributeValue written) {

    static RequestTime of(long epochSecond) {
        Num number = Num.of(epochSecond);
        return new RequestTime(epochSecond, number, ValueConversion.write(number));
    }
}
