package dev.varve.engine.dynamodb.internal.expression;

import dev.varve.core.item.Num;
import dev.varve.engine.dynamodb.internal.value.Values;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A second as requests name it. Nearly every request to a table with a TTL does, and those of the same second share it.
 */
record Moment(long epochSecond, Num number, AttributeValue written) {

    static Moment of(long epochSecond) {
        Num number = Num.of(epochSecond);
        return new Moment(epochSecond, number, Values.write(number));
    }
}
