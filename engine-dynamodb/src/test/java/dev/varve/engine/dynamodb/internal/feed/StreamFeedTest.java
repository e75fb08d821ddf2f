package dev.varve.engine.dynamodb.internal.feed;

import static dev.varve.feed.FeedPosition.BEGINNING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.feed.Change;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.testkit.random.Draw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class StreamFeedTest {

    private final ScriptedStream stream = new ScriptedStream();
    private final Reader reader = new Reader(stream);

    private List<Integer> write(int count, String... shards) {
        List<Integer> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            for (String shard : shards) {
                values.add(stream.write(shard, "item-" + shard));
            }
        }
        return values;
    }

    @Nested
    class Shards {

        @Test
        void parentIsReadBeforeItsChildren() {
            stream.open("a");
            List<Integer> values = write(3, "a");
            stream.child("a", "b", "c");
            values.addAll(write(1, "b", "c"));
            for (int most = 1; most < 7; most++) {
                assertThat(reader.drained(BEGINNING, most)).isEqualTo(values);
            }
        }

        @Test
        void childrenWaitUntilTheirParentIsReadToItsEnd() {
            stream.open("a");
            List<Integer> values = write(2, "a");
            stream.child("a", "b");
            values.addAll(write(2, "b"));
            FeedPage.Changes page = reader.read(BEGINNING, 1);
            assertThat(Reader.values(page.changes())).isEqualTo(values.subList(0, 1));
            assertThat(new Reader(stream).drained(page.next(), 10)).isEqualTo(values.subList(1, 4));
            assertThat(stream.readShards()).first().isEqualTo("a");
        }

        @Test
        void generationsAreReadInOnePage() {
            stream.open("a");
            List<Integer> values = write(1, "a");
            stream.child("a", "b");
            stream.child("b", "c", "d");
            stream.child("d", "e");
            values.addAll(write(1, "c", "e"));
            FeedPage.Changes page = reader.read(BEGINNING, 10);
            assertThat(Reader.values(page.changes())).containsExactlyInAnyOrderElementsOf(values);
        }

        @Test
        void positionContainsOnlyTheCurrentShards() {
            stream.open("a");
            stream.child("a", "b", "c");
            stream.child("b", "d");
            write(1, "c", "d");
            FeedPosition next = reader.read(BEGINNING, 10).next();
            assertThat(PositionText.read("scripted", next).places()).containsOnlyKeys("c", "d");
        }

        @Test
        void childrenAreFoundWhenTheyAreListedLater() {
            stream.open("a");
            write(1, "a");
            FeedPosition next = reader.read(BEGINNING, 10).next();
            stream.close("a");
            next = reader.read(next, 10).next();
            stream.child("a", "b", "c");
            stream.list("c", false);
            List<Integer> values = write(1, "b");
            reader.clock.advance(Duration.ofSeconds(1));
            FeedPage.Changes page = reader.read(next, 10);
            assertThat(Reader.values(page.changes())).isEqualTo(values);
            stream.list("c", true);
            values = write(1, "c");
            reader.clock.advance(Duration.ofSeconds(10));
            assertThat(reader.drained(page.next(), 10)).isEqualTo(values);
        }

        @Test
        void shardWaitsForAParentThatIsNotListed() {
            stream.open("a");
            List<Integer> values = write(1, "a");
            FeedPage.Changes page = reader.read(BEGINNING, 10);
            stream.child("a", "b");
            stream.list("b", false);
            stream.child("b", "c");
            values.addAll(write(1, "b", "c"));
            Reader later = new Reader(stream);
            assertThat(later.drained(page.next(), 10)).isEmpty();
            stream.list("b", true);
            later.clock.advance(Duration.ofSeconds(10));
            assertThat(later.drained(page.next(), 10)).isEqualTo(values.subList(1, 3));
        }

        @Test
        void laterShardsAreFound() {
            FeedPosition next = reader.read(BEGINNING, 10).next();
            stream.open("a", "b");
            List<Integer> values = write(2, "a", "b");
            assertThat(reader.drained(next, 10)).isEmpty();
            reader.clock.advance(Duration.ofSeconds(10));
            assertThat(reader.drained(next, 10)).containsExactlyInAnyOrderElementsOf(values);
        }

        @Test
        void emptyShardsAreSkipped() {
            stream.open("a", "x");
            stream.child("a", "b", "c");
            stream.child("b", "d");
            stream.child("c", "e");
            List<Integer> values = write(1, "e");
            assertThat(reader.drained(BEGINNING, 1)).isEqualTo(values);
        }

        @Test
        void emptyResponseOfAClosedShardIsNotItsEnd() {
            stream.open("a");
            List<Integer> values = write(5, "a");
            stream.child("a", "b");
            values.addAll(write(5, "b"));
            stream.close("b");
            Draw draw = new Draw(1);
            stream.batches(wanted -> draw.chance(50) ? 0 : Math.min(wanted, 2));
            assertThat(reader.drained(BEGINNING, 10)).isEqualTo(values);
        }

        @Test
        void busyShardDoesNotDelayTheOthers() {
            String[] shards = new String[40];
            for (int i = 0; i < shards.length; i++) {
                shards[i] = "s" + i;
            }
            stream.open(shards);
            write(100, shards);
            List<String> items = new ArrayList<>();
            FeedPosition position = BEGINNING;
            for (int page = 0; page < 3; page++) {
                FeedPage.Changes read = reader.read(position, 160);
                assertThat(read.changes()).hasSize(160);
                read.changes()
                        .forEach(change -> items.add(change.key().partition().toString()));
                position = read.next();
            }
            assertThat(items.stream().distinct()).hasSize(40);
        }
    }

    @Nested
    class Requests {

        @Test
        void nextReadNeedsNoNewIterator() {
            stream.open("a", "b");
            write(5, "a", "b");
            FeedPosition position = BEGINNING;
            for (int i = 0; i < 20; i++) {
                position = reader.read(position, 3).next();
                write(1, "a");
            }
            assertThat(stream.iterators).isEqualTo(2);
            assertThat(stream.listings).isOne();
        }

        @Test
        void idleShardIsReadOncePerCall() {
            stream.open("a", "b");
            FeedPosition position = reader.read(BEGINNING, 10).next();
            stream.readShards();
            assertThat(reader.read(position, 10)).isEqualTo(new FeedPage.Changes(List.of(), position));
            assertThat(stream.readShards()).containsExactlyInAnyOrder("a", "b");
        }

        @Test
        void expiredIteratorIsReplaced() {
            stream.open("a");
            List<Integer> values = write(2, "a");
            FeedPage.Changes page = reader.read(BEGINNING, 1);
            stream.expireIterators();
            assertThat(reader.drained(page.next(), 1)).isEqualTo(values.subList(1, 2));
        }

        @Test
        void everyShardIsReadEvenIfFewChangesAreRequested() {
            String[] shards = new String[300];
            for (int i = 0; i < shards.length; i++) {
                shards[i] = "s" + i;
            }
            stream.open(shards);
            List<Integer> values = write(2, "s299");
            assertThat(reader.drained(BEGINNING, 1)).isEqualTo(values);
        }

        @Test
        void pageEndedByTheRequestLimitResumesWhereItStopped() {
            stream.open("a", "b");
            stream.child("a", "c");
            List<Integer> values = write(1, "b");
            values.addAll(0, write(1, "a"));
            AtomicInteger answers = new AtomicInteger();
            stream.batches(wanted -> answers.incrementAndGet() < 1000 ? 0 : wanted);
            FeedPosition position = BEGINNING;
            List<Change> changes = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                FeedPage.Changes page = reader.read(position, 1);
                changes.addAll(page.changes());
                position = page.next();
            }
            assertThat(Reader.values(changes)).containsExactlyInAnyOrderElementsOf(values);
        }

        @Test
        void limitZeroReturnsNothing() {
            stream.open("a");
            write(1, "a");
            assertThat(reader.read(BEGINNING, 0).changes()).isEmpty();
        }
    }

    @Nested
    class End {

        @Test
        void endIsAfterEarlierAndBeforeLaterChanges() {
            stream.open("a", "b");
            write(3, "a");
            FeedPosition end = reader.end();
            assertThat(reader.drained(end, 10)).isEmpty();
            List<Integer> values = write(2, "a", "b");
            assertThat(reader.drained(end, 10)).containsExactlyInAnyOrderElementsOf(values);
            assertThat(reader.drained(reader.end(), 10)).isEmpty();
            assertThat(reader.drained(end, 1)).containsExactlyInAnyOrderElementsOf(values);
        }

        @Test
        void endIsAfterTheNewestGeneration() {
            stream.open("a");
            stream.child("a", "b", "c");
            write(1, "a", "b");
            stream.close("c");
            FeedPosition end = reader.end();
            assertThat(reader.drained(end, 10)).isEmpty();
            stream.child("c", "d");
            stream.child("b", "e");
            List<Integer> values = write(1, "d", "e");
            reader.clock.advance(Duration.ofSeconds(1));
            assertThat(reader.drained(end, 10)).containsExactlyInAnyOrderElementsOf(values);
        }

        @Test
        void anotherProcessMissesNothingAfterTheEnd() {
            stream.open("a", "b");
            write(3, "a", "b");
            stream.now = ScriptedStream.START.plusSeconds(3600);
            FeedPosition end = reader.end();
            List<Integer> values = write(2, "a", "b");
            for (int most = 1; most < 6; most++) {
                assertThat(new Reader(stream).drained(end, most)).containsExactlyInAnyOrderElementsOf(values);
            }
        }

        @Test
        void anotherProcessMayReadTheLastMinuteAgain() {
            stream.open("a");
            List<Integer> values = write(1, "a");
            stream.now = ScriptedStream.START.plusSeconds(59);
            FeedPosition end = reader.end();
            values.addAll(write(1, "a"));
            assertThat(reader.drained(end, 10)).isEqualTo(values.subList(1, 2));
            assertThat(new Reader(stream).drained(end, 10)).isEqualTo(values);
        }

        @Test
        void endIsValidAfterItsIteratorsExpire() {
            stream.open("a");
            write(3, "a");
            stream.now = ScriptedStream.START.plusSeconds(3600);
            FeedPosition end = reader.end();
            stream.expireIterators();
            stream.child("a", "b");
            List<Integer> values = write(1, "b");
            assertThat(reader.drained(end, 10)).isEqualTo(values);
        }

        @Test
        void positionIsExactForShardsReadAfterTheEnd() {
            stream.open("a", "b");
            write(1, "a", "b");
            FeedPosition end = reader.end();
            write(1, "a");
            FeedPosition next = reader.read(end, 10).next();
            assertThat(PositionText.read("scripted", next).places())
                    .containsEntry("b", ShardPlace.Fixed.LATEST)
                    .containsEntry("a", new ShardPlace.After("000000000000000000003"));
        }
    }

    @Nested
    class Trimming {

        @Test
        void trimmedRecordsAreReported() {
            stream.open("a", "b");
            List<Integer> values = write(3, "a");
            FeedPosition position = reader.read(BEGINNING, 1).next();
            stream.trim("a", 2);
            Reader later = new Reader(stream);
            FeedPosition oldest = later.trimmed(position);
            assertThat(later.drained(oldest, 10)).isEqualTo(values.subList(2, 3));
        }

        @Test
        void trimmedShardIsReportedEvenIfOthersHaveChanges() {
            stream.open("a", "b");
            write(3, "a");
            FeedPosition position = reader.read(BEGINNING, 1).next();
            stream.trim("a", 2);
            write(20, "b");
            Reader later = new Reader(stream);
            FeedPosition oldest = later.trimmed(position);
            assertThat(later.drained(oldest, 10)).hasSize(21);
        }

        @Test
        void vanishedShardIsReported() {
            stream.open("a");
            write(2, "a");
            FeedPosition position = reader.read(BEGINNING, 1).next();
            stream.child("a", "b");
            List<Integer> values = write(1, "b");
            stream.vanish("a");
            FeedPosition oldest = reader.trimmed(position);
            assertThat(reader.drained(oldest, 10)).isEqualTo(values);
        }

        @Test
        void vanishedGenerationIsReported() {
            stream.open("a");
            write(1, "a");
            FeedPosition position = reader.read(BEGINNING, 10).next();
            stream.close("a");
            position = reader.read(position, 10).next();
            stream.child("a", "b");
            stream.child("b", "c");
            List<Integer> values = write(1, "c");
            stream.vanish("a");
            stream.vanish("b");
            FeedPosition oldest = new Reader(stream).trimmed(position);
            assertThat(reader.drained(oldest, 10)).isEqualTo(values);
        }

        @Test
        void beginningIsTheOldestAvailableRecord() {
            stream.open("a");
            write(3, "a");
            stream.child("a", "b");
            List<Integer> values = write(3, "b");
            stream.vanish("a");
            stream.trim("b", 1);
            assertThat(reader.drained(BEGINNING, 2)).isEqualTo(values.subList(1, 3));
        }

        @Test
        void shardsThatVanishBeforeTheyAreReadFromTheBeginningAreSkipped() {
            stream.open("a", "b");
            write(1, "a", "b");
            FeedPosition position = reader.read(BEGINNING, 1).next();
            stream.child("b", "c");
            List<Integer> values = write(1, "c");
            stream.vanish("b");
            assertThat(new Reader(stream).drained(position, 10)).isEqualTo(values);
        }

        @Test
        void streamDisabledAndEnabledAgainHasLostChanges() {
            stream.open("a");
            write(1, "a");
            FeedPosition position = reader.read(BEGINNING, 10).next();
            FeedPosition end = reader.end();
            stream.restart("stream-2");
            stream.open("b");
            List<Integer> values = write(1, "b");
            for (FeedPosition old : List.of(position, end)) {
                FeedPosition oldest = new Reader(stream).trimmed(old);
                assertThat(reader.drained(oldest, 10)).isEqualTo(values);
                // A reader that still has the old listing notices it as well.
                assertThat(reader.drained(reader.trimmed(old), 10)).isEqualTo(values);
            }
        }
    }

    @Test
    void changesCarryThePositionAfterThem() {
        stream.open("a", "b");
        write(3, "a", "b");
        List<Change> all = reader.drain(BEGINNING, 4);
        for (int i = 0; i < all.size(); i++) {
            List<Integer> rest = Reader.values(all.subList(i + 1, all.size()));
            assertThat(new Reader(stream).drained(all.get(i).position(), 4)).containsExactlyInAnyOrderElementsOf(rest);
        }
    }
}
