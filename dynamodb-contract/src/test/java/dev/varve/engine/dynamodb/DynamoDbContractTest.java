package dev.varve.engine.dynamodb;

import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.contract.AllContracts;
import dev.varve.testkit.local.DynamoDbLocal;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoDbContractTest extends AllContracts {

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    @Override
    protected EngineHarness newHarness() {
        return new DynamoDbHarness(LOCAL.database());
    }
}
