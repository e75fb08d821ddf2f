package dev.varve.analytics.session;

import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.local.DynamoDbLocal;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoDbSessionsTest extends SessionsContract {

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    @Override
    EngineHarness newHarness() {
        return TestEngines.dynamoDb(LOCAL.database());
    }
}
