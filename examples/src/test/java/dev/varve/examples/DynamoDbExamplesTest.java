package dev.varve.examples;

import dev.varve.engine.Engine;
import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.local.DynamoDbLocal;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The tables of the examples have different names, so they can share a database. */
class DynamoDbExamplesTest extends ExamplesContract {

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    @Override
    Engine newEngine(MutableClock clock) {
        return DynamoDbEngine.builder()
                .clock(clock)
                .tableTimeout(Duration.ofSeconds(10))
                .streams(LOCAL.database().streams())
                .over(LOCAL.client());
    }
}
