package dev.varve.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Item;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.BlockingTable;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.MemoryHarness;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.contract.AllContracts;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LaggingIndexesTest {

    private static final Item ITEM = Item.of("pk", "p", "sk", "s", "gsi1pk", "g", "gsi1sk", "1");

    private final MutableClock clock = new MutableClock();
    private final MemoryEngine memory = new MemoryEngine(clock);
    private final LaggingIndexes engine = new LaggingIndexes(memory);

    /** Lagging indexes pass every contract: tests that read indexes wait for them. */
    @Nested
    @Tag("slow")
    class Contracts extends AllContracts {
        @Override
        protected EngineHarness newHarness() {
            return new LaggingHarness();
        }
    }

    @Test
    void indexSeesAWriteOnlyAfterCatchUp() {
        BlockingTable table = open("lag");
        table.put(ITEM);
        assertThat(table.get(Key.of("p", "s"))).contains(ITEM);
        assertThat(table.query(Query.of("p").consistent()).items()).containsExactly(ITEM);
        assertThat(table.query(Query.of("g").on("gsi1")).items()).isEmpty();
        assertThat(table.scan(Scan.all().on("gsi1")).items()).isEmpty();
        engine.catchUp();
        assertThat(table.query(Query.of("g").on("gsi1")).items()).containsExactly(ITEM);
    }

    @Test
    void indexShowsTheOldImageUntilCatchUp() {
        BlockingTable table = open("lag");
        table.put(ITEM);
        engine.catchUp();
        table.update(Update.of(Key.of("p", "s")).set("gsi1pk", "h"));
        assertThat(table.query(Query.of("g").on("gsi1")).items()).containsExactly(ITEM);
        table.delete(Key.of("p", "s"));
        engine.catchUp();
        assertThat(table.scan(Scan.all().on("gsi1")).items()).isEmpty();
    }

    @Test
    void transactionsLagInEveryTable() {
        BlockingTable one = open("one");
        BlockingTable two = open("two");
        one.transactWrite(TransactWrite.of(Put.of(ITEM)).andIn("two", Put.of(ITEM)));
        assertThat(two.scan(Scan.all().on("gsi1")).items()).isEmpty();
        engine.catchUp();
        assertThat(one.scan(Scan.all().on("gsi1")).items()).containsExactly(ITEM);
        assertThat(two.scan(Scan.all().on("gsi1")).items()).containsExactly(ITEM);
    }

    @Test
    void indexOfAnExistingTableStartsWithItsItems() {
        TableSchema schema =
                TableSchema.named("old").index("gsi1", "gsi1pk", "gsi1sk").build();
        memory.open(schema).join().blocking().put(ITEM);
        assertThat(open("old").scan(Scan.all().on("gsi1")).items()).containsExactly(ITEM);
    }

    private BlockingTable open(String name) {
        TableSchema schema =
                TableSchema.named(name).index("gsi1", "gsi1pk", "gsi1sk").build();
        return engine.open(schema).join().blocking();
    }

    private static final class LaggingHarness extends MemoryHarness {

        LaggingHarness() {
            super(LaggingIndexes::new);
        }

        @Override
        public void letIndexesCatchUp() {
            ((LaggingIndexes) engine()).catchUp();
        }
    }
}
