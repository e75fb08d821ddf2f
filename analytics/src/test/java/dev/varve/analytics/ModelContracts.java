package dev.varve.analytics;

import dev.varve.engine.Engine;
import dev.varve.testkit.MutableClock;
import org.junit.jupiter.api.Nested;

/** All contracts of the model, on one engine. */
abstract class ModelContracts {

    /** Returns a new engine with this clock; it is closed after the test. */
    abstract Engine newEngine(MutableClock clock) throws Exception;

    @Nested
    class Ingesting extends IngestContract {
        @Override
        Engine newEngine(MutableClock clock) throws Exception {
            return ModelContracts.this.newEngine(clock);
        }
    }

    @Nested
    class OfVisitors extends VisitorContract {
        @Override
        Engine newEngine(MutableClock clock) throws Exception {
            return ModelContracts.this.newEngine(clock);
        }
    }

    @Nested
    class OfSites extends SiteContract {
        @Override
        Engine newEngine(MutableClock clock) throws Exception {
            return ModelContracts.this.newEngine(clock);
        }
    }

    @Nested
    class OfTheStore extends StoreContract {
        @Override
        Engine newEngine(MutableClock clock) throws Exception {
            return ModelContracts.this.newEngine(clock);
        }
    }
}
