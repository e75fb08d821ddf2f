package dev.varve.testkit.contract.feed;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.error.Rejected;
import dev.varve.feed.Change;
import dev.varve.feed.Change.Cause;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.feed.FeedSource;
import dev.varve.item.Item;
import dev.varve.table.BatchWrite;
import dev.varve.table.BlockingTable;
import dev.varve.table.Delete;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.testkit.contract.table.EngineContract;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The content and order of the changes in a feed, and the positions from which it can be read again. */
public abstract class FeedContract extends EngineContract {

    private static final Key KEY = key("p", "s");

    /** A change without its position and time. */
    private record ChangeContent(
            Key key, @Nullable Item before, @Nullable Item after, Cause cause) {}

    @BeforeEach
    void engineHasAFeed() {
        assumeTrue(harness().hasFeed());
    }

    @Test
    void changesCarryBothImages() {
        BlockingTable table = openPlain();
        table.put(item("p", "s", "v", 1));
        table.put(item("p", "s", "v", 2));
        table.update(Update.of(KEY).increment("v", 1));
        table.delete(KEY);
        assertThat(seen(table))
                .containsExactly(
                        written(null, item("p", "s", "v", 1)),
                        written(item("p", "s", "v", 1), item("p", "s", "v", 2)),
                        written(item("p", "s", "v", 2), item("p", "s", "v", 3)),
                        written(item("p", "s", "v", 3), null));
    }

    @Test
    void imagesContainEmptyValues() {
        BlockingTable table = openPlain();
        Item empty = item("p", "s", "map", Map.of(), "list", List.of(Map.of(), List.of()), "text", "");
        table.put(empty);
        table.delete(KEY);
        assertThat(seen(table)).containsExactly(written(null, empty), written(empty, null));
    }

    @Test
    void changesCarryTheTimeTheyHappened() {
        assumeTrue(harness().timesChangesByClock());
        BlockingTable table = openPlain();
        clock().advance(Duration.ofSeconds(90));
        table.put(item("p", "s"));
        assertThat(read(feed(table), FeedPosition.BEGINNING, 10).get(0).at()).isEqualTo(clock().instant());
    }

    @Test
    void writeThatChangesNothingLeavesNoChange() {
        BlockingTable table = openPlain();
        table.put(item("p", "s", "v", 1));
        table.put(item("p", "s", "v", 1));
        table.update(Update.of(KEY).set("v", 1).remove("none"));
        table.update(Update.of(KEY).max("v", 0));
        table.delete(key("p", "none"));
        table.put(Put.of(item("p", "s", "v", 2)).when(attr("v").is(9)));
        table.batchWrite(BatchWrite.of(List.of(Put.of(item("p", "s", "v", 1)), Delete.of(key("p", "none")))));
        table.transactWrite(TransactWrite.of(
                Put.of(item("p", "t")), Delete.of(KEY).when(attr("v").is(9))));
        assertThat(seen(table)).containsExactly(written(null, item("p", "s", "v", 1)));
    }

    @Test
    void batchesAndTransactionsAppearItemByItem() {
        BlockingTable table = openPlain();
        table.batchWrite(BatchWrite.of(List.of(Put.of(item("p", "a")), Put.of(item("p", "b")))));
        table.transactWrite(TransactWrite.of(Put.of(item("p", "c")), Delete.of(key("p", "a"))));
        assertThat(seen(table))
                .containsExactlyInAnyOrder(
                        new ChangeContent(key("p", "a"), null, item("p", "a"), Cause.WRITE),
                        new ChangeContent(key("p", "b"), null, item("p", "b"), Cause.WRITE),
                        new ChangeContent(key("p", "c"), null, item("p", "c"), Cause.WRITE),
                        new ChangeContent(key("p", "a"), item("p", "a"), null, Cause.WRITE));
    }

    @Test
    void transactionAppearsInTheFeedsOfAllItsTables() {
        BlockingTable one = openPlain();
        BlockingTable two = openPlain();
        one.transactWrite(TransactWrite.of(Put.of(item("p", "s", "in", "one")))
                .andIn(two.schema().name(), Put.of(item("p", "s", "in", "two"))));
        assertThat(seen(one)).containsExactly(written(null, item("p", "s", "in", "one")));
        assertThat(seen(two)).containsExactly(written(null, item("p", "s", "in", "two")));
    }

    @Test
    void changeOfAnExpiredItemHasNoOldImage() {
        assumeTrue(harness().timesChangesByClock());
        BlockingTable table = openPlain();
        Item expiring = item("p", "s", "ttl", ttl(60));
        table.put(expiring);
        clock().advance(Duration.ofSeconds(60));
        table.update(Update.of(KEY).set("v", 1));
        assertThat(seen(table)).containsExactly(written(null, expiring), written(null, item("p", "s", "v", 1)));
    }

    @Test
    void deletingAnExpiredItemIsNoChange() {
        assumeTrue(harness().timesChangesByClock());
        BlockingTable table = openPlain();
        Item expiring = item("p", "s", "ttl", ttl(60));
        table.put(expiring);
        clock().advance(Duration.ofSeconds(60));
        table.delete(KEY);
        assertThat(seen(table))
                .filteredOn(change -> change.cause() == Cause.WRITE)
                .containsExactly(written(null, expiring));
    }

    @Test
    void expiryIsMarked() {
        assumeTrue(harness().canRemoveExpired());
        BlockingTable table = openPlain();
        Item expiring = item("p", "s", "ttl", ttl(60));
        table.put(expiring);
        harness().removeExpired();
        clock().advance(Duration.ofSeconds(60));
        harness().removeExpired();
        harness().removeExpired();
        assertThat(seen(table))
                .containsExactly(written(null, expiring), new ChangeContent(KEY, expiring, null, Cause.EXPIRY));
    }

    @Test
    void readingResumesFromAnyPosition() {
        BlockingTable table = openPlain();
        for (int i = 0; i < 10; i++) {
            table.put(item("p", "s", "v", i));
        }
        ChangeFeed feed = feed(table);
        List<Change> all = read(feed, FeedPosition.BEGINNING, 100);
        assertThat(all).hasSize(10);
        for (int i = 0; i < all.size(); i++) {
            assertThat(read(feed, all.get(i).position(), 100)).isEqualTo(all.subList(i + 1, all.size()));
        }
        for (int most = 1; most <= 11; most++) {
            assertThat(drain(feed, FeedPosition.BEGINNING, most)).isEqualTo(all);
        }
    }

    @Test
    void endIsAfterTheNewestChange() {
        BlockingTable table = openPlain();
        ChangeFeed feed = feed(table);
        FeedPosition empty = feed.end().join();
        assertThat(read(feed, empty, 10)).isEmpty();
        table.put(item("p", "s"));
        assertThat(read(feed, feed.end().join(), 10)).isEmpty();
        assertThat(read(feed, empty, 10)).hasSize(1);
    }

    @Test
    void replayingTheFeedGivesTheTable() {
        Seeds.run(harness().thoroughness().seeds(), seed -> {
            Draw draw = new Draw(seed);
            BlockingTable table = openPlain();
            for (int i = 0; i < 100; i++) {
                Key key = key("p" + draw.below(2), "s" + draw.below(3));
                switch (draw.below(4)) {
                    case 0 -> table.put(table.schema().key().asItem(key).with("v", draw.below(3)));
                    case 1 -> table.delete(key);
                    default -> table.update(Update.of(key).increment("n", draw.below(3)));
                }
            }
            Map<Key, Item> replayed = new HashMap<>();
            for (Change change : drain(feed(table), FeedPosition.BEGINNING, 7)) {
                assertThat(replayed.get(change.key())).isEqualTo(change.before());
                if (change.after() == null) {
                    replayed.remove(change.key());
                } else {
                    replayed.put(change.key(), change.after());
                }
            }
            assertThat(replayed.values()).containsExactlyInAnyOrderElementsOf(contents(table));
        });
    }

    @Test
    void positionBeforeTheOldestKeptChangeIsTrimmed() {
        assumeTrue(harness().canTrimFeed());
        BlockingTable table = openPlain();
        FeedPosition start = feed(table).end().join();
        table.put(item("p", "s", "v", 1));
        harness().trimFeed(table);
        table.put(item("p", "s", "v", 2));
        FeedPage page = feed(table).read(start, 10).join();
        assertThat(page).isInstanceOf(FeedPage.Trimmed.class);
        assertThat(read(feed(table), ((FeedPage.Trimmed) page).oldest(), 10)).isNotEmpty();
        assertThat(read(feed(table), FeedPosition.BEGINNING, 10)).isNotEmpty();
    }

    @Test
    void positionsOfOtherFeedsAreRejected() {
        BlockingTable table = openPlain();
        BlockingTable other = openPlain();
        for (String text : List.of("nowhere", "-1", "1.", "9.a.b..c:d")) {
            assertNoPosition(feed(table), text);
        }
        other.put(item("p", "s"));
        assertNoPosition(feed(table), feed(other).end().join().text());
    }

    private static void assertNoPosition(ChangeFeed feed, String text) {
        Throwable thrown =
                catchThrowable(() -> feed.read(new FeedPosition(text), 10).join());
        assertThat(thrown)
                .cause()
                .isInstanceOf(Rejected.class)
                .hasMessage("\"%s\" is not a position of this feed", text)
                .extracting(error -> ((Rejected) error).code())
                .isEqualTo("feed.position");
    }

    @Test
    void tableThatKeepsNoChangesHasNoFeed() {
        BlockingTable table = open(schema().withoutChanges());
        assertRejected(
                "feed.not-kept",
                "table %s is declared without changes and has no change feed"
                        .formatted(table.schema().name()),
                () -> feed(table));
        assertRejected(
                "table.not-open",
                "table nowhere is not open on this engine: open it first",
                () -> source().changes("nowhere"));
    }

    private FeedSource source() {
        return (FeedSource) harness().engine();
    }

    private ChangeFeed feed(BlockingTable table) {
        return source().changes(table.schema().name());
    }

    private List<ChangeContent> seen(BlockingTable table) {
        return drain(feed(table), FeedPosition.BEGINNING, 100).stream()
                .map(change -> new ChangeContent(change.key(), change.before(), change.after(), change.cause()))
                .toList();
    }

    private static ChangeContent written(@Nullable Item before, @Nullable Item after) {
        return new ChangeContent(KEY, before, after, Cause.WRITE);
    }

    private static List<Change> read(ChangeFeed feed, FeedPosition after, int most) {
        return ((FeedPage.Changes) feed.read(after, most).join()).changes();
    }

    private static List<Change> drain(ChangeFeed feed, FeedPosition from, int most) {
        List<Change> changes = new ArrayList<>();
        FeedPosition position = from;
        while (true) {
            FeedPage.Changes page = (FeedPage.Changes) feed.read(position, most).join();
            assertThat(page.changes()).hasSizeLessThanOrEqualTo(most);
            if (page.changes().isEmpty()) {
                return changes;
            }
            changes.addAll(page.changes());
            position = page.next();
        }
    }
}
