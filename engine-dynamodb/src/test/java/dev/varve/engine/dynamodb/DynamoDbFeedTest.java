package dev.varve.engine.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.item.Item;
import dev.varve.table.BlockingTable;
import dev.varve.table.Key;
import dev.varve.table.TableSchema;
import dev.varve.table.Update;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.local.DynamoDbLocal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

class DynamoDbFeedTest {

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final Key KEY = Key.of("p", "s");

    private final TableSchema schema =
            TableSchema.named("feed-" + TABLES.incrementAndGet()).build();

    private static DynamoDbEngine.Builder builder() {
        return DynamoDbEngine.builder().streams(LOCAL.database().streams());
    }

    private static DynamoDbEngine engine() {
        return builder().over(LOCAL.client());
    }

    private static Item item(int value) {
        return Item.of("pk", "p", "sk", "s", "v", value);
    }

    /** Returns the feed as a separate process sees it. */
    private ChangeFeed feed() {
        DynamoDbEngine engine = engine();
        engine.open(schema).join();
        return engine.changes(schema.name());
    }

    private BlockingTable table() {
        return engine().open(schema).join().blocking();
    }

    private static List<Change> read(ChangeFeed feed, FeedPosition after) {
        return ((FeedPage.Changes) feed.read(after, 100).join()).changes();
    }

    private void stream(boolean enabled, StreamViewType view) {
        LOCAL.client()
                .updateTable(table -> table.tableName(schema.name())
                        .streamSpecification(
                                stream -> stream.streamEnabled(enabled).streamViewType(enabled ? view : null)))
                .join();
    }

    @Test
    void engineWithoutAStreamsClientHasNoFeeds() {
        DynamoDbEngine engine = DynamoDbEngine.over(LOCAL.client());
        engine.open(schema).join();
        Rejected error = catchThrowableOfType(Rejected.class, () -> engine.changes(schema.name()));
        assertThat(error.code()).isEqualTo("feed.no-client");
        assertThat(error)
                .hasMessage(
                        "table %s cannot be followed: this engine has no client for DynamoDB Streams. Set one with builder().streams(client)",
                        schema.name());
    }

    @Test
    void feedOfATableIsAlwaysTheSame() {
        DynamoDbEngine engine = engine();
        engine.open(schema).join();
        assertThat(engine.changes(schema.name())).isSameAs(engine.changes(schema.name()));
    }

    @Test
    void anotherProcessResumesFromAPosition() {
        BlockingTable table = table();
        for (int i = 0; i < 5; i++) {
            table.put(item(i));
        }
        FeedPage.Changes first =
                (FeedPage.Changes) feed().read(FeedPosition.BEGINNING, 2).join();
        assertThat(first.changes()).hasSize(2);
        assertThat(read(feed(), first.next())).extracting(Change::after).containsExactly(item(2), item(3), item(4));
    }

    @Test
    void anotherProcessMissesNothingAfterTheEnd() {
        BlockingTable table = table();
        table.put(item(1));
        FeedPosition end = feed().end().join();
        table.put(item(2));
        assertThat(read(feed(), end)).extracting(Change::after).contains(item(2));
    }

    @Test
    void endIsExactForTheProcessThatReadIt() {
        BlockingTable table = table();
        ChangeFeed feed = feed();
        for (int i = 0; i < 5; i++) {
            FeedPosition end = feed.end().join();
            assertThat(read(feed, end)).isEmpty();
            table.put(item(i));
            assertThat(read(feed, end)).extracting(Change::after).containsExactly(item(i));
            assertThat(read(feed, end)).extracting(Change::after).containsExactly(item(i));
        }
    }

    @Test
    void expiredImagesAreHidden() {
        // Changes carry the server's time, so the items must have expired by the server's clock too. They must have
        // expired more than five years ago, or the server would remove them.
        MutableClock clock = new MutableClock(Instant.parse("2020-01-01T00:00:00Z"));
        DynamoDbEngine engine = builder().clock(clock).over(LOCAL.client());
        BlockingTable table = engine.open(schema).join().blocking();
        Item expiring = item(1).with("ttl", clock.instant().getEpochSecond() + 60);
        table.put(expiring);
        clock.advance(Duration.ofSeconds(60));
        table.update(Update.of(KEY).set("w", 1));
        table.put(expiring);
        table.delete(KEY);
        List<Change> changes = read(engine.changes(schema.name()), FeedPosition.BEGINNING);
        assertThat(changes).hasSize(3);
        assertThat(changes.get(0).after()).isEqualTo(expiring);
        assertThat(changes.get(1).before()).isNull();
        assertThat(changes.get(1).after()).isEqualTo(Item.of("pk", "p", "sk", "s", "w", 1));
        assertThat(changes.get(2).after()).isEqualTo(expiring);
    }

    @Test
    void tableWithoutAStreamIsDrift() {
        engine().open(TableSchema.named(schema.name()).withoutChanges().build()).join();
        assertThat(engine().drift(schema).join())
                .containsExactly(
                        "change feed is declared as KEPT, but the table has NOT_KEPT",
                        "the table has no stream: turn one on with view NEW_AND_OLD_IMAGES, or declare the table withoutChanges()");
        stream(true, StreamViewType.NEW_AND_OLD_IMAGES);
        assertThat(engine().drift(schema).join()).isEmpty();
        table().put(item(1));
        assertThat(read(feed(), FeedPosition.BEGINNING)).hasSize(1);
    }

    @Test
    void streamWithoutBothImagesIsDrift() {
        engine().open(TableSchema.named(schema.name()).withoutChanges().build()).join();
        stream(true, StreamViewType.KEYS_ONLY);
        assertThat(engine().drift(schema).join())
                .contains(
                        "the table's stream holds KEYS_ONLY: turn it off and on again with view NEW_AND_OLD_IMAGES, which loses the changes it keeps, or declare the table withoutChanges()");
    }

    @Test
    void streamDisabledAndEnabledAgainHasLostChanges() {
        BlockingTable table = table();
        table.put(item(1));
        ChangeFeed feed = feed();
        FeedPosition position =
                ((FeedPage.Changes) feed.read(FeedPosition.BEGINNING, 10).join()).next();
        stream(false, StreamViewType.NEW_AND_OLD_IMAGES);
        table.put(item(2));
        stream(true, StreamViewType.NEW_AND_OLD_IMAGES);
        table.put(item(3));
        FeedPage page = feed().read(position, 10).join();
        assertThat(page).isInstanceOf(FeedPage.Trimmed.class);
        assertThat(read(feed(), ((FeedPage.Trimmed) page).oldest()))
                .extracting(Change::after)
                .containsExactly(item(3));
    }

    @Test
    void closedEngineReadsNothing() {
        DynamoDbEngine engine = engine();
        engine.open(schema).join();
        ChangeFeed feed = engine.changes(schema.name());
        FeedPosition end = feed.end().join();
        engine.close();
        for (FeedPosition position : List.of(FeedPosition.BEGINNING, end)) {
            assertThat(catchThrowableOfType(
                            CompletionException.class,
                            () -> feed.read(position, 10).join()))
                    .hasCauseInstanceOf(Unavailable.class);
        }
        assertThat(LOCAL.database().streams().listStreams().join().streams()).isNotEmpty();
    }

    @Test
    void deletedTableHasNoFeed() {
        ChangeFeed feed = feed();
        LOCAL.client().deleteTable(request -> request.tableName(schema.name())).join();
        CompletionException error = catchThrowableOfType(
                CompletionException.class,
                () -> feed.read(FeedPosition.BEGINNING, 10).join());
        assertThat(error.getCause())
                .isInstanceOfSatisfying(
                        Rejected.class, refused -> assertThat(refused.code()).isEqualTo("table.missing"));
    }
}
