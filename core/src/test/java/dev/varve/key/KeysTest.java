package dev.varve.key;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Seeded;
import dev.varve.key.internal.text.Buckets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeysTest {

    private static final Instant AFTERNOON = Instant.parse("2024-12-01T14:30:59.999Z");

    @Test
    void timeSeries() {
        assertThat(Keys.timeSeries(AFTERNOON, Grain.MINUTE)).isEqualTo("2024-12-01-14-30");
        assertThat(Keys.timeSeries(AFTERNOON, Grain.HOUR)).isEqualTo("2024-12-01-14");
        assertThat(Keys.timeSeries(AFTERNOON, Grain.DAY)).isEqualTo("2024-12-01");
        assertThat(Keys.timeSeries(AFTERNOON, Grain.MONTH)).isEqualTo("2024-12");
        assertThat(Keys.timeSeries(AFTERNOON, Grain.YEAR)).isEqualTo("2024");
    }

    @Test
    void timeSeriesParsesBackToTheBucket() {
        Seeded.runs(5_000, random -> {
            Instant instant = Draw.instant(random);
            Grain grain = Draw.of(random, List.of(Grain.values()));
            Keys.TimeBucket bucket = Keys.parseTimeSeries(Keys.timeSeries(instant, grain));
            assertThat(bucket.grain()).isEqualTo(grain);
            assertThat(Keys.timeSeries(bucket.start(), grain)).isEqualTo(Keys.timeSeries(instant, grain));
            assertThat(bucket.start())
                    .isEqualTo(Instant.ofEpochSecond(
                            Buckets.of(grain, ZoneOffset.UTC).floor(instant.getEpochSecond())));
        });
        assertRejected(
                "key.bad-time",
                "\"2024-12-01T14\" is not a time bucket; write one like 2024-12-01-14-30, 2024-12-01-14, 2024-12-01,"
                        + " 2024-12 or 2024",
                () -> Keys.parseTimeSeries("2024-12-01T14"));
        for (String text : List.of(
                "",
                "24",
                "2024-13",
                "2024-02-30",
                "2024-12-01-24",
                "2024-12-01-14-60",
                "2024-1-1",
                "2024-12-01-14:30",
                "2024-12-01-14-30-00")) {
            assertRejected("key.bad-time", () -> Keys.parseTimeSeries(text));
        }
        assertRejected("key.clock-out-of-range", () -> Keys.timeSeries(Instant.MAX, Grain.DAY));
    }

    @Test
    void composite() {
        String key = Keys.composite("SENSOR", "123", Keys.timeSeries(AFTERNOON, Grain.HOUR));
        assertThat(key).isEqualTo("SENSOR#123#2024-12-01-14");
        assertThat(Keys.parseComposite(key)).containsExactly("SENSOR", "123", "2024-12-01-14");
        assertThat(Keys.parseComposite(Keys.composite("one"))).containsExactly("one");
        assertRejected(
                "key.separator-in-part",
                "part \"a#b\" contains the separator #; give its pieces one by one, or use a template, which encodes it",
                () -> Keys.composite("SENSOR", "a#b"));
        assertRejected(
                "key.empty-part",
                "a part of the key is empty; give each at least one character",
                () -> Keys.composite("SENSOR", ""));
        assertRejected("key.empty-part", "a key needs at least one part; give one", () -> Keys.composite());
        assertRejected("key.empty-part", () -> Keys.parseComposite("SENSOR##1"));
    }

    @Test
    void entity() {
        assertThat(Keys.entity("USER", "123")).isEqualTo("USER#123");
        assertThat(Keys.parseEntity("USER#123")).isEqualTo(new Keys.Entity("USER", "123"));
        assertRejected("key.separator-in-part", () -> Keys.entity("USER", "1#2"));
        assertRejected(
                "key.bad-entity",
                "\"USER\" is not an entity key; write type and id, as in USER#123",
                () -> Keys.parseEntity("USER"));
        assertRejected("key.bad-entity", () -> Keys.parseEntity("USER#1#2"));
    }

    @Test
    void ttl() {
        assertThat(Keys.ttl(AFTERNOON)).isEqualTo(1_733_063_459L);
        assertThat(Keys.parseTtl(1_733_063_459L)).isEqualTo(Instant.parse("2024-12-01T14:30:59Z"));
        assertRejected("key.clock-out-of-range", () -> Keys.parseTtl(Long.MAX_VALUE));
        assertRejected("key.clock-out-of-range", () -> Keys.parseTtl(Long.MIN_VALUE));
    }

    @Test
    void shards() {
        assertThat(Keys.stableShard("ITEM", "order-1", 1)).isEqualTo("ITEM#SHARD_0");
        assertThat(Keys.stableShard("ITEM", "device", 10)).isEqualTo("ITEM#SHARD_0");
        assertThat(Keys.stableShard("ITEM", "é😀", 10)).isEqualTo("ITEM#SHARD_1");
        assertThat(Keys.allShards("ITEM", 3)).containsExactly("ITEM#SHARD_0", "ITEM#SHARD_1", "ITEM#SHARD_2");
        assertThat(Keys.parseShard("A#SHARD_1#SHARD_12")).isEqualTo(new Keys.Shard("A#SHARD_1", 12));
        Seeded.runs(1_000, random -> {
            String key = Draw.id(random);
            int shards = random.nextInt(1, 1_001);
            assertThat(Keys.parseShard(Keys.randomShard(key, shards, random)).key())
                    .isEqualTo(key);
            assertThat(Keys.allShards(key, shards))
                    .contains(Keys.randomShard(key, shards, new SplittableRandom(7)))
                    .contains(Keys.stableShard(key, Draw.id(random), shards));
        });
        assertRejected(
                "key.shard-count",
                "0 shards are outside 1 to 1000; choose fewer, because a read queries every shard",
                () -> Keys.allShards("ITEM", 0));
        assertRejected("key.shard-count", () -> Keys.stableShard("ITEM", "x", 1_001));
        assertRejected(
                "key.bad-shard",
                "\"ITEM\" is not a shard of a key; write one like ITEM#SHARD_0",
                () -> Keys.parseShard("ITEM"));
        for (String text : List.of("#SHARD_0", "ITEM#SHARD_", "ITEM#SHARD_x", "ITEM#SHARD_01", "ITEM#SHARD_1000")) {
            assertRejected("key.bad-shard", () -> Keys.parseShard(text));
        }
        assertRejected(
                "key.empty-part",
                "the key to be sharded is empty; give one like ITEM",
                () -> Keys.stableShard("", "x", 2));
    }

    @Test
    void hierarchy() {
        assertThat(Keys.hierarchy("root", "documents", "work")).isEqualTo("root/documents/work");
        assertThat(Keys.parseHierarchy("root/documents/work")).containsExactly("root", "documents", "work");
        assertRejected("key.separator-in-part", () -> Keys.hierarchy("root", "a/b"));
        assertRejected("key.empty-part", () -> Keys.parseHierarchy("root//work"));
    }

    @Test
    void adjacency() {
        Keys.AdjacencyKey key = Keys.adjacency(Keys.entity("USER", "123"), Keys.entity("ORDER", "456"));
        assertThat(key).isEqualTo(new Keys.AdjacencyKey("USER#123", "ORDER#456"));
        assertThat(Keys.parseAdjacency(key)).isEqualTo(new Keys.Edge("USER#123", "ORDER#456"));
        assertRejected(
                "key.bad-adjacency",
                "key USER#123 has no text as sort key; give the key of a relation",
                () -> Keys.parseAdjacency(new Keys.AdjacencyKey("USER#123", null)));
        assertRejected(
                "key.empty-part",
                "an end of a relation is empty; give the keys of both entities",
                () -> Keys.adjacency("USER#1", ""));
    }

    @Test
    void sparse() {
        assertThat(Keys.sparse("ANOMALY", () -> true)).contains("ANOMALY");
        assertThat(Keys.sparse("ANOMALY", () -> false)).isEmpty();
        assertThat(Keys.parseSparse("ANOMALY")).isTrue();
        assertThat(Keys.parseSparse(null)).isFalse();
        assertRejected(
                "key.empty-part",
                "the value of a sparse index is empty; give one like ANOMALY",
                () -> Keys.sparse("", () -> true));
    }
}
