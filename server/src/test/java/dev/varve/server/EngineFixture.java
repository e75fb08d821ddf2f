package dev.varve.server;

import dev.varve.engine.Engine;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.local.DynamoDbLocal;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A server over one of the engines. */
abstract class EngineFixture extends ServiceFixture {

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    @TempDir
    private Path directory;

    private final TestEngine engine;

    EngineFixture(TestEngine engine) {
        this.engine = engine;
    }

    @Override
    final ReadingLayout layout() {
        return engine.layout();
    }

    @Override
    final Engine newEngine(MutableClock engineClock) {
        return engine.open(engineClock, directory.resolve("data"), LOCAL);
    }
}
