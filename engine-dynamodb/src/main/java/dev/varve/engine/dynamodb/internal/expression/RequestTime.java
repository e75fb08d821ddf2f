package dev.varve.engine.dynamodb.internal.expression;

import dev.varve.engine.dynamodb.internal.value.ValueConversion;
import dev.varve.item.Num;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A second as requests name it. Nearly every request to a table with a TTL does, and those of the same second share it.
 */
record RequestTime(long epochSecond, Num number, AttributeValue written) {

    static RequestTime of(long epochSecond) {
        Num number = Num.of(epochSecond);
        return new RequestTime(epochSecond, number, ValueConversion.write(number));
    }
}
