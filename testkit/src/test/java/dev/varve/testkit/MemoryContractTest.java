package dev.varve.testkit;

import dev.varve.testkit.contract.AllContracts;

/** The reference engine passes every contract. */
class MemoryContractTest extends AllContracts {

    @Override
    protected EngineHarness newHarness() {
        return new MemoryHarness();
    }
}
