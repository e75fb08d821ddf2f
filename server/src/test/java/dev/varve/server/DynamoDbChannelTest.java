package dev.varve.server;

import dev.varve.engine.Engine;
import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.local.DynamoDbLocal;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoDbChannelTest extends ChannelContract {

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    @Override
    Engine newEngine(MutableClock engineClock) {
        return DynamoDbEngine.builder()
                .clock(engineClock)
                .tableTimeout(Duration.ofSeconds(10))
                .streams(LOCAL.database().streams())
                .over(LOCAL.client());
    }
}
