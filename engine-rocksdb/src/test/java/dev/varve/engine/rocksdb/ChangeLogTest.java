package dev.varve.engine.rocksdb;

import static dev.varve.engine.rocksdb.Databases.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Rejected;
import dev.varve.feed.Change;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.item.Item;
import dev.varve.table.BlockingTable;
import dev.varve.table.TableSchema;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangeLogTest {

    @TempDir
    private Path root;

    private final MutableClock clock = new MutableClock();
    private int written;

    @Test
    void readersSeeChangesInOrder() throws Exception {
        int writers = 4;
        int each = 250;
        try (RocksDbEngine engine = Databases.open(root)) {
            BlockingTable table = Databases.readings(engine);
            for (int w = 0; w < writers; w++) {
                String partition = "p" + w;
                new Thread(() -> {
                            for (int i = 0; i < each; i++) {
                                table.put(Item.of("pk", partition, "sk", "s" + i));
                            }
                        })
                        .start();
            }
            FeedPosition at = FeedPosition.BEGINNING;
            List<Long> seen = new ArrayList<>();
            while (seen.size() < writers * each) {
                FeedPage.Changes page = (FeedPage.Changes)
                        engine.changes("readings").read(at, 64).join();
                page.changes()
                        .forEach(change ->
                                seen.add(Long.parseLong(change.position().text())));
                at = page.next();
            }
            for (int i = 0; i < seen.size(); i++) {
                assertThat(seen.get(i)).isEqualTo(i + 1L);
            }
            assertThat(engine.changes("readings").end().join()).isEqualTo(at);
        }
    }

    @Test
    void positionsContinueAfterARestart() {
        write(ChangeLogCap.DEFAULT, 3);
        write(ChangeLogCap.DEFAULT, 2);
        try (RocksDbEngine engine = open(ChangeLogCap.DEFAULT)) {
            Databases.readings(engine);
            assertThat(read(engine, FeedPosition.BEGINNING))
                    .extracting(change -> change.position().text())
                    .containsExactly("1", "2", "3", "4", "5");
        }
    }

    @Test
    void capByCountKeepsTheNewest() {
        ChangeLogCap cap = new ChangeLogCap(Long.MAX_VALUE, 3, Duration.ofDays(365));
        write(cap, 10);
        assertKept(cap, 7, 10);
    }

    @Test
    void capByBytesKeepsTheNewest() {
        // Each of these changes takes 41 bytes with its key.
        ChangeLogCap cap = new ChangeLogCap(2 * 41, Long.MAX_VALUE, Duration.ofDays(365));
        write(cap, 10);
        assertKept(cap, 8, 10);
    }

    @Test
    void capByAgeKeepsTheNewest() {
        ChangeLogCap cap = new ChangeLogCap(Long.MAX_VALUE, Long.MAX_VALUE, Duration.ofMinutes(5));
        write(cap, 4);
        clock.advance(Duration.ofMinutes(6));
        write(cap, 2);
        assertKept(cap, 4, 6);
    }

    @Test
    void positionsContinueAfterAllChangesWereTrimmed() {
        ChangeLogCap cap = new ChangeLogCap(0, 0, Duration.ZERO);
        write(cap, 3);
        assertKept(cap, 3, 3);
        write(cap, 1);
        assertKept(cap, 4, 4);
    }

    private void assertKept(ChangeLogCap cap, long cut, long newest) {
        try (RocksDbEngine engine = open(cap)) {
            Databases.readings(engine);
            engine.trimChanges();
            assertThat(read(engine, FeedPosition.BEGINNING))
                    .extracting(change -> Long.parseLong(change.position().text()))
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(cut + 1, newest).boxed().toList());
            FeedPosition oldest = new FeedPosition(Long.toString(cut));
            assertThat(engine.changes("readings")
                            .read(new FeedPosition("0"), 10)
                            .join())
                    .isEqualTo(new FeedPage.Trimmed(oldest));
            assertThat(read(engine, oldest)).hasSize((int) (newest - cut));
            assertThat(engine.changes("readings").end().join().text()).isEqualTo(Long.toString(newest));
            assertThat(engine.audit().problems()).isEmpty();
        }
    }

    @Test
    void feedsOfTablesAreSeparate() {
        try (RocksDbEngine engine = open(ChangeLogCap.DEFAULT)) {
            Databases.readings(engine).put(Item.of("pk", "a", "sk", "b"));
            TableSchema other = TableSchema.named("other").build();
            engine.open(other).join().blocking().put(Item.of("pk", "c", "sk", "d"));
            assertThat(((FeedPage.Changes) engine.changes("other")
                                    .read(FeedPosition.BEGINNING, 10)
                                    .join())
                            .changes())
                    .extracting(Change::after)
                    .containsExactly(Item.of("pk", "c", "sk", "d"));
        }
    }

    @Test
    void missingFeedsAreRefused() {
        try (RocksDbEngine engine = open(ChangeLogCap.DEFAULT)) {
            engine.open(TableSchema.named("quiet").withoutChanges().build()).join();
            assertFails(
                    Rejected.class,
                    "feed.not-kept",
                    "table quiet is declared without changes and has no change feed",
                    () -> engine.changes("quiet"));
            assertFails(
                    Rejected.class,
                    "table.not-open",
                    "table nobody is not open on this engine: open it first",
                    () -> engine.changes("nobody"));
        }
    }

    private RocksDbEngine open(ChangeLogCap cap) {
        return RocksDbEngine.open(root, Databases.options(clock).changeLog(cap));
    }

    private void write(ChangeLogCap cap, int count) {
        try (RocksDbEngine engine = open(cap)) {
            BlockingTable table = Databases.readings(engine);
            for (int i = 0; i < count; i++) {
                table.put(Item.of("pk", "a", "sk", "s%03d".formatted(written++)));
            }
        }
    }

    private static List<Change> read(RocksDbEngine engine, FeedPosition after) {
        return ((FeedPage.Changes) engine.changes("readings").read(after, 1000).join()).changes();
    }
}
