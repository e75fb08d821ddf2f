package dev.varve.analytics.stats;

import dev.varve.engine.Engine;
import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.local.DynamoDbLocal;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoDbStatsTest extends StatsContracts {

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

    @Override
    int seeds() {
        return 1;
    }

    @Override
    Duration length() {
        return Duration.ofHours(30);
    }

    @Override
    int sessions() {
        return 8;
    }

    @Override
    Duration afterwards() {
        return Duration.ofHours(2);
    }
}
