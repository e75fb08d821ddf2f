package dev.varve.testkit;

import dev.varve.testkit.contract.alert.PackedAlertContract;

/** Alerts of packed series on the reference engine. */
class MemoryPackedAlertTest extends PackedAlertContract {

    @Override
    protected EngineHarness newHarness() {
        return new MemoryHarness();
    }
}
