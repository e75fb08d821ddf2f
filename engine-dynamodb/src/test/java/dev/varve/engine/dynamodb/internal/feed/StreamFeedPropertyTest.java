package dev.varve.engine.dynamodb.internal.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.feed.Change;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.table.Key;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each change arrives once, and the changes of one item in order, for random shards and for readers that stop and resume
 * anywhere.
 */
class StreamFeedPropertyTest {

    private static final int SEEDS = 100;
    private static final int STEPS = 150;

    /** A table whose items move to other shards when their shards end. */
    private static final class ShardedTable {
        final Draw draw;
        final ScriptedStream stream = new ScriptedStream();
        final Map<String, List<String>> itemsByOpenShard = new HashMap<>();
        final List<String> unlisted = new ArrayList<>();
        int shards;

        ShardedTable(long seed) {
            draw = new Draw(seed);
            stream.batches(wanted -> draw.chance(20) ? 0 : Math.min(wanted, draw.between(1, 5)));
            for (int i = draw.between(1, 4); i > 0; i--) {
                String shard = name();
                stream.open(shard);
                int first = i;
                itemsByOpenShard.put(
                        shard,
                        IntStream.range(0, 4)
                                .mapToObj(n -> "item-" + first + "-" + n)
                                .toList());
            }
        }

        private String name() {
            return draw.chance(50) ? "s" + ++shards : "shardId-%020d-%08x".formatted(++shards, draw.below(1000));
        }

        void step() {
            String shard =
                    draw.oneOf(itemsByOpenShard.keySet().stream().sorted().toList());
            List<String> items = itemsByOpenShard.getOrDefault(shard, List.of());
            if (draw.chance(80)) {
                if (!items.isEmpty()) {
                    stream.write(shard, draw.oneOf(items));
                }
            } else if (draw.chance(50)) {
                itemsByOpenShard.remove(shard);
                if (unlisted.remove(shard)) {
                    stream.list(shard, true);
                }
                int cut = draw.chance(50) ? items.size() : draw.below(items.size() + 1);
                String child = name();
                itemsByOpenShard.put(child, items.subList(0, cut));
                stream.child(shard, child);
                hideSometimes(child);
                if (cut < items.size()) {
                    String other = name();
                    itemsByOpenShard.put(other, items.subList(cut, items.size()));
                    stream.child(shard, other);
                    hideSometimes(other);
                }
            } else {
                unlisted.forEach(id -> stream.list(id, true));
                unlisted.clear();
            }
        }

        private void hideSometimes(String shard) {
            if (draw.chance(30)) {
                stream.list(shard, false);
                unlisted.add(shard);
            }
        }

        void showAll() {
            unlisted.forEach(id -> stream.list(id, true));
            unlisted.clear();
        }
    }

    /** Reads until every shard has returned nothing several times. */
    private static List<Change> rest(ShardedTable table, FeedPosition from) {
        Reader reader = new Reader(table.stream);
        List<Change> changes = new ArrayList<>();
        FeedPosition position = from;
        for (int fruitless = 0; fruitless < 10; ) {
            FeedPage.Changes page = reader.read(position, table.draw.between(1, 30));
            changes.addAll(page.changes());
            position = page.next();
            fruitless = page.changes().isEmpty() ? fruitless + 1 : 0;
            reader.clock.advance(Duration.ofSeconds(5));
        }
        return changes;
    }

    private static void assertEachOnceAndInOrder(List<Change> changes, int from, int to) {
        Set<Integer> seen = new HashSet<>();
        Map<Key, Integer> newest = new HashMap<>();
        for (Change change : changes) {
            int value = Reader.value(change);
            assertThat(seen.add(value)).as("%s is delivered twice", value).isTrue();
            Integer before = newest.put(change.key(), value);
            assertThat(before == null || before < value)
                    .as("%s after %s", value, before)
                    .isTrue();
        }
        assertThat(seen)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(from, to).boxed().toList());
    }

    @Test
    void everyChangeIsDeliveredOnceAndInOrderFromEveryPosition() {
        Seeds.run(SEEDS, seed -> {
            ShardedTable table = new ShardedTable(seed);
            Draw draw = table.draw;
            Reader reader = new Reader(table.stream);
            List<Change> read = new ArrayList<>();
            FeedPosition position = FeedPosition.BEGINNING;
            for (int i = 0; i < STEPS; i++) {
                table.step();
                if (draw.chance(30)) {
                    FeedPage.Changes page = reader.read(position, draw.between(1, 12));
                    read.addAll(page.changes());
                    position = page.next();
                }
                if (draw.chance(10)) {
                    reader = new Reader(table.stream);
                }
                if (draw.chance(10)) {
                    table.stream.expireIterators();
                }
                reader.clock.advance(Duration.ofSeconds(draw.below(5)));
            }
            table.showAll();
            int written = table.stream.write(
                    draw.oneOf(table.itemsByOpenShard.keySet().stream().sorted().toList()), "last");
            int before = read.size();
            read.addAll(rest(table, position));
            assertEachOnceAndInOrder(read, 1, written);
            for (int i = 0; i < before; i += draw.between(1, 15)) {
                List<Change> again = rest(table, read.get(i).position());
                assertEachOnceAndInOrder(
                        Stream.concat(read.subList(0, i + 1).stream(), again.stream())
                                .toList(),
                        1,
                        written);
            }
        });
    }

    @Test
    void noChangeAfterTheEndIsMissed() {
        Seeds.run(SEEDS, seed -> {
            ShardedTable table = new ShardedTable(seed);
            for (int i = table.draw.below(STEPS); i > 0; i--) {
                table.step();
            }
            table.showAll();
            table.stream.now = ScriptedStream.START.plusSeconds(3600);
            int before = table.stream.write(
                    table.draw.oneOf(
                            table.itemsByOpenShard.keySet().stream().sorted().toList()),
                    "last");
            table.stream.now = table.stream.now.plusSeconds(3600);
            FeedPosition end = new Reader(table.stream).end();
            for (int i = 0; i < STEPS; i++) {
                table.step();
            }
            table.showAll();
            int written = table.stream.write(
                    table.draw.oneOf(
                            table.itemsByOpenShard.keySet().stream().sorted().toList()),
                    "last");
            assertEachOnceAndInOrder(rest(table, end), before + 1, written);
        });
    }
}
