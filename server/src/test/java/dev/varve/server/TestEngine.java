package dev.varve.server;

import dev.varve.engine.Engine;
import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.memory.MemoryEngine;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.local.DynamoDbLocal;
import java.nio.file.Path;
import java.time.Duration;

/** The engines that a server runs on, with their standard layout of readings, and an engine with the other layout. */
public enum TestEngine {
    MEMORY {
        @Override
        public Engine open(MutableClock clock, Path folder, DynamoDbLocal local) {
            return new MemoryEngine(clock);
        }
    },
    ROCKSDB {
        @Override
        public Engine open(MutableClock clock, Path folder, DynamoDbLocal local) {
            return RocksDbEngine.open(
                    folder, RocksDbOptions.defaults().clock(clock).durability(Durability.WRITTEN_TO_OS));
        }
    },
    DYNAMODB {
        @Override
        public Engine open(MutableClock clock, Path folder, DynamoDbLocal local) {
            return DynamoDbEngine.builder()
                    .clock(clock)
                    .tableTimeout(Duration.ofSeconds(10))
                    .streams(local.database().streams())
                    .over(local.client());
        }
    },
    ITEMS_ROCKSDB {
        @Override
        public Engine open(MutableClock clock, Path folder, DynamoDbLocal local) {
            return ROCKSDB.open(clock, folder, local);
        }
    };

    /** Returns how readings are stored. */
    public ReadingLayout layout() {
        return this == ITEMS_ROCKSDB ? ReadingLayout.ITEMS : ReadingLayout.PACKED;
    }

    /**
     * Opens the engine.
     *
     * @param folder for an engine that stores files
     * @param local for DynamoDB
     */
    public abstract Engine open(MutableClock clock, Path folder, DynamoDbLocal local);
}
