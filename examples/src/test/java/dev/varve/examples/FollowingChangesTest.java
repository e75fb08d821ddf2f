package dev.varve.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.memory.MemoryEngine;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.testkit.MutableClock;
import org.junit.jupiter.api.Test;

class FollowingChangesTest {

    @Test
    void secondTableReceivesTheChanges() {
        MutableClock clock = new MutableClock();
        try (MemoryEngine engine = new MemoryEngine(clock)) {
            Table source = engine.open(TableSchema.named("source").build()).join();
            Table target = engine.open(TableSchema.named("target").build()).join();
            assertThat(FollowingChanges.run(engine.changes("source"), source, target, clock))
                    .containsExactly("handled: 2", "copied: {level: 4, pk: \"DEVICE#1\", sk: \"STATE\"}");
        }
    }
}
