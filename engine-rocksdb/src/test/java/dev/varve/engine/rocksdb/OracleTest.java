package dev.varve.engine.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Rejected;
import dev.varve.feed.Change;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.feed.FeedSource;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.BlockingTable;
import dev.varve.table.Key;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random histories give the same results as the reference engine after every step, also across restarts. */
class OracleTest {

    private static final int OPERATIONS = 300;

    @TempDir
    private Path root;

    @Test
    void resultsMatchTheReferenceEngine() {
        Seeds.run(8, seed -> {
            Draw draw = new Draw(seed);
            RandomRequests requests = new RandomRequests(draw);
            MutableClock clock = new MutableClock();
            MemoryEngine memory = new MemoryEngine(clock);
            BlockingTable expected = memory.open(RandomRequests.SCHEMA).join().blocking();
            RocksDbEngine engine = open(seed, clock);
            BlockingTable actual = engine.open(RandomRequests.SCHEMA).join().blocking();
            for (int i = 0; i < OPERATIONS; i++) {
                switch (draw.below(40)) {
                    case 0 -> clock.advance(Duration.ofSeconds(draw.between(1, 60)));
                    case 1 -> {
                        memory.sweepExpired();
                        engine.sweepExpired();
                    }
                    case 2 -> {
                        engine.close();
                        engine = open(seed, clock);
                        actual = engine.open(RandomRequests.SCHEMA).join().blocking();
                    }
                    default -> {
                        Function<BlockingTable, Object> request = requests.next(clock.instant());
                        assertThat(answer(request, actual))
                                .as("operation %d: %s", i, requests.last())
                                .isEqualTo(answer(request, expected));
                    }
                }
            }
            assertThat(engine.audit().problems()).isEmpty();
            assertThat(changes(engine)).isEqualTo(changes(memory));
            engine.close();
        });
    }

    private RocksDbEngine open(long seed, MutableClock clock) {
        return RocksDbEngine.open(root.resolve("seed-" + seed), Databases.options(clock));
    }

    private static Object answer(Function<BlockingTable, Object> request, BlockingTable table) {
        try {
            return request.apply(table);
        } catch (Rejected e) {
            return e.code() + " " + e.getMessage();
        }
    }

    /** Returns the changes of each item in order. Sweeps may order different items differently. */
    private static Map<Key, List<Change>> changes(FeedSource source) {
        FeedPage page = source.changes(RandomRequests.SCHEMA.name())
                .read(FeedPosition.BEGINNING, Integer.MAX_VALUE)
                .join();
        return ((FeedPage.Changes) page)
                .changes().stream()
                        .map(change -> new Change(
                                FeedPosition.BEGINNING,
                                change.at(),
                                change.key(),
                                change.before(),
                                change.after(),
                                change.cause()))
                        .collect(Collectors.groupingBy(Change::key));
    }
}
