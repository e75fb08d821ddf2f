package dev.varve.iot;

import dev.varve.engine.Engine;
import dev.varve.testkit.MutableClock;
import org.junit.jupiter.api.Nested;

/** All contracts of a fleet, for one engine. */
abstract class AllFleetContracts {

    abstract Engine newEngine(MutableClock clock) throws Exception;

    @Nested
    class AccessPatterns extends AccessPatternsContract {
        @Override
        Engine newEngine(MutableClock engineClock) throws Exception {
            return AllFleetContracts.this.newEngine(engineClock);
        }
    }

    @Nested
    class Registered extends RegistryContract {
        @Override
        Engine newEngine(MutableClock engineClock) throws Exception {
            return AllFleetContracts.this.newEngine(engineClock);
        }
    }

    @Nested
    class Overview extends OverviewContract {
        @Override
        Engine newEngine(MutableClock engineClock) throws Exception {
            return AllFleetContracts.this.newEngine(engineClock);
        }
    }

    @Nested
    class Layouts extends LayoutContract {
        @Override
        Engine newEngine(MutableClock engineClock) throws Exception {
            return AllFleetContracts.this.newEngine(engineClock);
        }
    }

    @Nested
    class Deletion extends DeletionContract {
        @Override
        Engine newEngine(MutableClock engineClock) throws Exception {
            return AllFleetContracts.this.newEngine(engineClock);
        }
    }
}
