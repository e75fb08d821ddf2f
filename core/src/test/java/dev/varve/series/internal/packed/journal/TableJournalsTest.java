package dev.varve.series.internal.packed.journal;

import static dev.varve.series.internal.packed.journal.JournalWorld.append;
import static dev.varve.series.internal.packed.journal.JournalWorld.entries;
import static dev.varve.series.internal.packed.journal.JournalWorld.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.CorruptData;
import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.item.Item;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.Delete;
import dev.varve.table.Journal;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TableJournalsTest {

    private final JournalWorld world = JournalWorld.withTtl();
    private final JournalWorld plain = JournalWorld.withoutTtl();

    @Test
    void recordsAreReadInTheOrderOfTheirNumbers() {
        TableJournals a = world.open("a");
        assertThat(read(a.own(), 0)).isEmpty();
        assertThat(append(a, "x")).isEqualTo(1);
        assertThat(append(a, "y")).isEqualTo(2);
        assertThat(append(a, "")).isEqualTo(3);
        assertThat(read(a.own(), 0)).containsExactly("1:x", "2:y", "3:");
        assertThat(read(a.own(), 1)).containsExactly("2:y", "3:");
        assertThat(read(a.own(), 3)).isEmpty();
    }

    @Test
    void itemsAreStoredAsDocumented() {
        TableJournals a = world.open("host#1");
        append(a, "x");
        assertThat(world.keys())
                .containsExactly("JOURNAL#readings / WRITER#host%231", "JOURNAL#readings#host%231 / 0000000000000001");
        long start = JournalWorld.START.toEpochMilli();
        assertThat(world.item("JOURNAL#readings", "WRITER#host%231"))
                .isEqualTo(Item.of(
                        "pk",
                        "JOURNAL#readings",
                        "sk",
                        "WRITER#host%231",
                        "until",
                        start + 60_000,
                        "trimmed",
                        0L,
                        "last",
                        0L));
        assertThat(world.item("JOURNAL#readings#host%231", "0000000000000001"))
                .isEqualTo(Item.of(
                        "pk",
                        "JOURNAL#readings#host%231",
                        "sk",
                        "0000000000000001",
                        "frame",
                        JournalWorld.bytes("x"),
                        "ttl",
                        start / 1000 + 7 * 86_400));
    }

    @Test
    void anAppendCostsOneWriteUnitPerKilobyteAndTheFirstOneMoreForTheLease() {
        TableJournals a = world.open("a");
        assertThat(a.own().append(new byte[900]).join().capacity().total().write())
                .isEqualTo(2);
        assertThat(a.own().append(new byte[900]).join().capacity().total().write())
                .isEqualTo(1);
        assertThat(world.table().reads()).isZero();
    }

    @Test
    void aLargeRecordIsStoredInPartsAndReadWhole() {
        TableJournals a = world.open("a");
        byte[] large = new byte[Journal.MAX_RECORD_BYTES];
        new Random(7).nextBytes(large);
        append(a, "before");
        a.own().append(large).join();
        append(a, "after");
        List<Journal.Entry> all = entries(a.own(), 0);
        assertThat(all).extracting(Journal.Entry::number).containsExactly(1L, 2L, 3L);
        assertThat(all.get(1).content()).isEqualTo(large);
        assertThat(world.keys())
                .contains(
                        "JOURNAL#readings#a / 0000000000000002",
                        "JOURNAL#readings#a / 0000000000000002#0000000000000001",
                        "JOURNAL#readings#a / 0000000000000002#0000000000000011");
    }

    @Test
    void aRecordAboveTheLimitIsRejected() {
        assertThatThrownBy(
                        () -> world.open("a").own().append(new byte[4_194_305]).join())
                .hasCauseInstanceOf(Rejected.class)
                .hasMessageContaining("a record has 4194305 bytes; the limit is 4194304: append smaller batches");
    }

    @Test
    void aReadReturnsAFewMegabytesAtMost() {
        TableJournals a = world.open("a");
        for (int i = 0; i < 20; i++) {
            a.own().append(new byte[300_000]).join();
        }
        assertThat(a.own().read(0).join()).hasSizeBetween(1, 10);
        assertThat(entries(a.own(), 0)).hasSize(20);
    }

    @Test
    void aHeadWithoutItsPartsIsIgnored() {
        TableJournals a = world.open("a");
        a.own().append(new byte[400_000]).join();
        append(a, "y");
        Key part = Key.of("JOURNAL#readings#a", "0000000000000001#0000000000000001");
        world.table().delete(Delete.of(part)).join();
        assertThat(read(a.own(), 0)).containsExactly("2:y");
    }

    @Test
    void damagedFramesAreReported() {
        Item frame = Item.of("pk", "JOURNAL#readings#a", "sk", "0000000000000001", "frame", "text");
        world.table().put(Put.of(frame)).join();
        assertThatThrownBy(() -> world.open("a").own().read(0).join())
                .hasCauseInstanceOf(CorruptData.class)
                .hasMessageContaining("record 1 of a journal has frame = \"text\", which is not of the expected type");
        Item writer = Item.of("pk", "JOURNAL#readings", "sk", "WRITER#a", "until", "now");
        world.table().put(Put.of(writer)).join();
        assertThatThrownBy(() -> world.open("b").takeOver().join())
                .hasCauseInstanceOf(CorruptData.class)
                .hasMessageContaining("the item of writer \"a\" has until = \"now\" where a whole number is expected");
    }

    @Test
    void trimHidesRecordsAndLeavesThemToTheirTtl() {
        TableJournals a = world.open("a");
        append(a, "x");
        append(a, "y");
        a.own().trim(1).join();
        assertThat(read(a.own(), 0)).containsExactly("2:y");
        assertThat(world.keys()).hasSize(3);
        world.pass(JournalTable.FRAME_LIFE);
        assertThat(world.keys()).containsExactly("JOURNAL#readings / WRITER#a");
    }

    @Test
    void trimRemovesFramesWhereNothingExpires() {
        TableJournals a = plain.open("a");
        append(a, "x");
        a.own().append(new byte[800_000]).join();
        append(a, "z");
        append(a, "last");
        a.own().trim(2).join();
        assertThat(read(a.own(), 0)).containsExactly("3:z", "4:last");
        assertThat(plain.keys()).hasSize(3);
        a.own().trim(4).join();
        assertThat(read(a.own(), 0)).isEmpty();
        // The newest frame stays, so that a fence is put behind it.
        assertThat(plain.keys())
                .containsExactly("JOURNAL#readings / WRITER#a", "JOURNAL#readings#a / 0000000000000004");
    }

    @Test
    void trimBeyondTheLastRecordTrimsTheLastRecord() {
        TableJournals a = plain.open("a");
        append(a, "x");
        a.own().trim(100).join();
        assertThat(append(a, "y")).isEqualTo(2);
        assertThat(read(a.own(), 0)).containsExactly("2:y");
    }

    @Test
    void aJournalIsTakenOverWhenTheLeaseOfItsWriterHasEnded() {
        TableJournals a = world.open("a");
        append(a, "x");
        append(a, "y");
        TableJournals b = world.open("b");
        world.pass(TableJournals.LEASE.minusMillis(1));
        assertThat(b.takeOver().join()).isEmpty();
        world.pass(Duration.ofMillis(1));
        List<? extends Journal> taken = b.takeOver().join();
        assertThat(taken).hasSize(1);
        assertThat(read(taken.get(0), 0)).containsExactly("1:x", "2:y");
        assertThat(b.takeOver().join()).as("a journal is returned once").isEmpty();
    }

    @Test
    void renewalsKeepAJournal() {
        TableJournals a = world.open("a");
        append(a, "x");
        TableJournals b = world.open("b");
        for (int i = 0; i < 10; i++) {
            world.pass(TableJournals.LEASE.dividedBy(3));
            a.renew().join();
            assertThat(b.takeOver().join()).isEmpty();
        }
        assertThat(append(a, "y")).isEqualTo(2);
    }

    @Test
    void aWriterThatWasTakenOverCannotAppendAndContinuesUnderANewName() {
        TableJournals a = world.open("a");
        append(a, "x");
        a.renew().join();
        TableJournals b = world.open("b");
        world.endLeases();
        List<? extends Journal> taken = b.takeOver().join();
        assertThatThrownBy(() -> append(a, "y"))
                .hasCauseInstanceOf(WriterFenced.class)
                .hasMessageContaining(
                        "writer \"a\" of series readings cannot append any more: its lease ended and another"
                                + " process took its journal over. Continue under a new writer name");
        assertThatThrownBy(() -> a.renew().join()).hasCauseInstanceOf(WriterFenced.class);
        TableJournals a2 = a.renamed("a2");
        assertThat(append(a2, "y")).isEqualTo(1);
        assertThat(a2.takeOver().join()).as("b has it").isEmpty();
        assertThat(read(taken.get(0), 0)).containsExactly("1:x");
    }

    @Test
    void aFenceStopsAWriterWhoseClockIsBehind() {
        TableJournals a = new TableJournals(world.table(), "readings", "a", () -> JournalWorld.START);
        append(a, "x");
        world.endLeases();
        world.open("b").takeOver().join();
        assertThatThrownBy(() -> append(a, "y"))
                .hasCauseInstanceOf(WriterFenced.class)
                .hasMessageContaining("another process put record 2 of its journal");
    }

    @Test
    void aWriterThatReturnsAfterItsFenceExpiredFindsOut() {
        TableJournals a = world.open("a");
        append(a, "x");
        world.endLeases();
        List<? extends Journal> taken = world.open("b").takeOver().join();
        taken.get(0).trim(1).join();
        world.pass(Duration.ofDays(8));
        assertThatThrownBy(() -> append(a, "y")).hasCauseInstanceOf(WriterFenced.class);
    }

    @Test
    void theFenceIsBehindRecordsThatHaveExpired() {
        TableJournals a = new TableJournals(world.table(), "readings", "a", world::now);
        append(a, "x");
        append(a, "y");
        world.pass(Duration.ofDays(8));
        a.renew().join();
        world.endLeases();
        assertThat(world.open("b").takeOver().join()).as("nothing to read").isEmpty();
        assertThat(world.keys()).contains("JOURNAL#readings#a / 0000000000000003");
    }

    @Test
    void aTakenOverJournalTakesNoRecords() {
        append(world.open("a"), "x");
        world.endLeases();
        Journal taken = world.open("b").takeOver().join().get(0);
        assertThatThrownBy(() -> taken.append(new byte[1]).join())
                .hasCauseInstanceOf(Rejected.class)
                .hasMessageContaining("the journal of writer \"a\" was taken over and takes no more records");
    }

    @Test
    void trimmingTheLastRecordRemovesATakenOverJournal() {
        append(world.open("a"), "x");
        append(plain.open("a"), "x");
        append(plain.open("a2"), "y");
        world.endLeases();
        plain.endLeases();
        Journal taken = world.open("b").takeOver().join().get(0);
        taken.trim(1).join();
        taken.trim(1).join();
        assertThat(world.keys())
                .containsExactly(
                        "JOURNAL#readings / WRITER#b",
                        "JOURNAL#readings#a / 0000000000000001",
                        "JOURNAL#readings#a / 0000000000000002");
        plain.open("b").takeOver().join().forEach(journal -> journal.trim(1).join());
        assertThat(plain.keys())
                .as("only the fences stay")
                .containsExactly(
                        "JOURNAL#readings / WRITER#b",
                        "JOURNAL#readings#a / 0000000000000001",
                        "JOURNAL#readings#a / 0000000000000002",
                        "JOURNAL#readings#a2 / 0000000000000001",
                        "JOURNAL#readings#a2 / 0000000000000002");
    }

    @Test
    void aTakenOverJournalCanBeTrimmedInSteps() {
        TableJournals a = plain.open("a");
        append(a, "x");
        append(a, "y");
        plain.endLeases();
        Journal taken = plain.open("b").takeOver().join().get(0);
        taken.trim(1).join();
        assertThat(read(taken, 0)).containsExactly("2:y");
        assertThat(plain.keys()).contains("JOURNAL#readings / WRITER#a");
    }

    @Test
    void aJournalWithoutRecordsIsRemovedAndNotReturned() {
        TableJournals a = world.open("a");
        append(a, "x");
        a.own().trim(1).join();
        a.renew().join();
        world.open("idle").begin().join();
        world.endLeases();
        assertThat(world.open("b").takeOver().join()).isEmpty();
        assertThat(world.keys())
                .contains("JOURNAL#readings / WRITER#b")
                .doesNotContain("JOURNAL#readings / WRITER#a", "JOURNAL#readings / WRITER#idle");
    }

    @Test
    void aTakenOverJournalBelongsToItsNewOwnerAsLongAsThatOneLives() {
        append(world.open("a"), "x");
        world.endLeases();
        TableJournals b = world.open("b");
        assertThat(b.takeOver().join()).hasSize(1);
        TableJournals c = world.open("c");
        assertThat(c.takeOver().join()).isEmpty();
        world.pass(TableJournals.LEASE.dividedBy(2));
        b.renew().join();
        c.renew().join();
        world.pass(TableJournals.LEASE.dividedBy(2));
        assertThat(c.takeOver().join()).isEmpty();
        world.pass(TableJournals.LEASE.dividedBy(2));
        List<? extends Journal> taken = c.takeOver().join();
        assertThat(taken).hasSize(1);
        assertThat(read(taken.get(0), 0)).containsExactly("1:x");
    }

    @Test
    void aProcessTakesOverItsEarlierNameAtOnce() {
        TableJournals a = world.open("a");
        append(a, "x");
        List<? extends Journal> taken = a.renamed("a2").takeOver().join();
        assertThat(taken).hasSize(1);
        assertThat(read(taken.get(0), 0)).containsExactly("1:x");
    }

    @Test
    void aNameThatIsInUseIsRefused() {
        append(world.open("a"), "x");
        world.pass(Duration.ofMillis(1));
        TableJournals again = world.open("a");
        assertThatThrownBy(() -> again.begin().join())
                .hasCauseInstanceOf(WriterFenced.class)
                .hasMessageContaining("another process uses this name");
    }

    @Test
    void closeRemovesAJournalWhoseRecordsAreAllTrimmed() {
        for (JournalWorld each : List.of(world, plain)) {
            TableJournals a = each.open("a");
            append(a, "x");
            a.own().trim(1).join();
            a.close().join();
            assertThat(each.keys()).doesNotContain("JOURNAL#readings / WRITER#a");
            assertThatThrownBy(() -> append(a, "y"))
                    .hasCauseInstanceOf(Unavailable.class)
                    .hasMessageContaining("the journal of writer \"a\" is closed");
        }
        assertThat(plain.keys()).isEmpty();
    }

    @Test
    void closeReleasesAJournalThatHasRecords() {
        TableJournals a = world.open("a");
        append(a, "x");
        append(a, "y");
        a.own().trim(1).join();
        a.close().join();
        List<? extends Journal> taken = world.open("b").takeOver().join();
        assertThat(taken).hasSize(1);
        assertThat(read(taken.get(0), 0)).containsExactly("2:y");
    }

    @Test
    void closeOfAWriterThatWasFencedChangesNothing() {
        TableJournals a = world.open("a");
        append(a, "x");
        world.endLeases();
        List<? extends Journal> taken = world.open("b").takeOver().join();
        a.close().join();
        assertThat(read(taken.get(0), 0)).containsExactly("1:x");
    }

    @Test
    void seriesDoNotSeeEachOthersJournals() {
        append(world.open("a"), "x");
        world.endLeases();
        TableJournals other = new TableJournals(world.table(), "readings#a", "b", world::now);
        assertThat(other.takeOver().join()).isEmpty();
        assertThat(read(other.own(), 0)).isEmpty();
    }

    @Test
    void aTableThatCannotKeepAJournalIsRejected() {
        assertThatThrownBy(() -> onTable(TableSchema.named("iot").withoutSort()))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("table iot cannot keep a journal: its key is");
        assertThatThrownBy(() -> onTable(TableSchema.named("iot").ttl("until")))
                .isInstanceOf(Rejected.class)
                .hasMessage("table iot cannot keep a journal: its attribute \"until\" is a key or the TTL attribute");
        assertThatThrownBy(() -> onTable(TableSchema.named("iot").index("gsi1", "frame", "at")))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("its attribute \"frame\" is a key");
    }

    private static TableJournals onTable(TableSchema.Builder schema) {
        Table table =
                new MemoryEngine(() -> JournalWorld.START).open(schema.build()).join();
        return new TableJournals(table, "readings", "a", () -> JournalWorld.START);
    }
}
