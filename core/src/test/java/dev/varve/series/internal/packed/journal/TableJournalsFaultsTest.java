package dev.varve.series.internal.packed.journal;

import static dev.varve.series.internal.packed.journal.JournalWorld.append;
import static dev.varve.series.internal.packed.journal.JournalWorld.bytes;
import static dev.varve.series.internal.packed.journal.JournalWorld.entries;
import static dev.varve.series.internal.packed.journal.JournalWorld.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Throttled;
import dev.varve.error.Unavailable;
import dev.varve.series.internal.packed.journal.FlakyTable.Fault;
import dev.varve.table.Journal;
import dev.varve.table.Put;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Journals on a table that throttles, loses responses, and carries out writes late or twice. */
class TableJournalsFaultsTest {

    private final JournalWorld world = JournalWorld.withTtl();
    private final FlakyTable table = world.table();
    private final TableJournals a = world.open("a");

    @BeforeEach
    void begin() {
        a.begin().join();
    }

    private void fails(Fault fault, Class<? extends Throwable> error, String content) {
        table.meetOnce(fault);
        assertThatThrownBy(() -> append(a, content)).hasCauseInstanceOf(error);
    }

    @Test
    void aThrottledAppendStoresNothing() {
        fails(Fault.THROTTLED, Throttled.class, "x");
        assertThat(append(a, "y")).isEqualTo(1);
        assertThat(read(a.own(), 0)).containsExactly("1:y");
    }

    @Test
    void anAppendWhoseResponseWasLostIsFoundWhenItIsRepeated() {
        fails(Fault.LOST, OutcomeUnknown.class, "x");
        assertThat(append(a, "x")).isEqualTo(1);
        assertThat(append(a, "y")).isEqualTo(2);
        assertThat(read(a.own(), 0)).containsExactly("1:x", "2:y");
    }

    @Test
    void anAppendAfterALostResponseKeepsTheOtherRecord() {
        fails(Fault.LOST, OutcomeUnknown.class, "x");
        assertThat(read(a.own(), 0)).containsExactly("1:x");
        assertThat(append(a, "y")).isEqualTo(2);
        assertThat(read(a.own(), 0)).containsExactly("1:x", "2:y");
    }

    @Test
    void anAppendThatArrivesLateDoesNotReplaceAnotherRecord() {
        fails(Fault.LATE, OutcomeUnknown.class, "x");
        assertThat(append(a, "y")).isEqualTo(1);
        table.deliver();
        assertThat(read(a.own(), 0)).containsExactly("1:y");
        assertThat(append(a, "z")).isEqualTo(2);
    }

    @Test
    void oneOfSeveralLateAppendsMayStillBeStored() {
        fails(Fault.LATE, OutcomeUnknown.class, "x");
        fails(Fault.LATE, OutcomeUnknown.class, "y");
        table.deliver();
        assertThat(append(a, "z")).isEqualTo(2);
        assertThat(read(a.own(), 0)).containsExactly("1:x", "2:z");
    }

    @Test
    void aRequestThatTheClientRepeatsIsStoredOnce() {
        table.meetOnce(Fault.REPEATED);
        assertThat(append(a, "x")).isEqualTo(1);
        assertThat(append(a, "y")).isEqualTo(2);
    }

    @Test
    void aWriterGivesUpItsNameWhenTooManyOutcomesAreUnknown() {
        for (int i = 0; i <= OwnJournal.MAX_IN_DOUBT; i++) {
            fails(Fault.LATE, OutcomeUnknown.class, "x" + i);
        }
        assertThatThrownBy(() -> append(a, "y"))
                .hasCauseInstanceOf(WriterFenced.class)
                .hasMessageContaining("the outcome of 9 records is unknown");
        TableJournals again = a.renamed("a2");
        assertThat(again.takeOver().join()).isEmpty();
        assertThat(append(again, "y")).isEqualTo(1);
    }

    @Test
    void anAppendInDoubtAndAFenceExcludeEachOther() {
        fails(Fault.LATE, OutcomeUnknown.class, "x");
        world.endLeases();
        assertThat(world.open("b").takeOver().join()).isEmpty();
        table.deliver();
        assertThat(read(a.own(), 0)).isEmpty();
        assertThatThrownBy(() -> append(a, "x")).hasCauseInstanceOf(WriterFenced.class);
    }

    @Test
    void aRecordInDoubtThatWasTakenOverAndRemovedStillStopsItsWriter() {
        JournalWorld plain = JournalWorld.withoutTtl();
        TableJournals c = new TableJournals(plain.table(), "readings", "c", () -> JournalWorld.START);
        append(c, "x");
        plain.table().meetOnce(Fault.LOST);
        assertThatThrownBy(() -> append(c, "y")).hasCauseInstanceOf(OutcomeUnknown.class);
        plain.endLeases();
        Journal taken = plain.open("b").takeOver().join().get(0);
        assertThat(read(taken, 0)).containsExactly("1:x", "2:y");
        taken.trim(2).join();
        assertThatThrownBy(() -> append(c, "z")).hasCauseInstanceOf(WriterFenced.class);
    }

    @Test
    void aRecordWithoutItsHeadIsNotStored() {
        AtomicInteger puts = new AtomicInteger();
        table.meet(write -> puts.incrementAndGet() == 3 ? Fault.THROTTLED : Fault.NONE);
        byte[] large = filled(1_000_000, 1);
        assertThatThrownBy(() -> a.own().append(large).join()).hasCauseInstanceOf(Throttled.class);
        assertThat(world.keys()).hasSize(3);
        assertThat(read(a.own(), 0)).isEmpty();
        byte[] other = filled(900_000, 2);
        assertThat(a.own().append(other).join().number()).isEqualTo(1);
        assertThat(entries(a.own(), 0))
                .singleElement()
                .satisfies(entry -> assertThat(entry.content()).isEqualTo(other));
    }

    @Test
    void partsThatArriveLateDoNotDamageALaterRecord() {
        table.meetOnce(Fault.LATE);
        assertThatThrownBy(() -> a.own().append(filled(400_000, 1)).join()).hasCauseInstanceOf(OutcomeUnknown.class);
        byte[] other = filled(400_000, 2);
        assertThat(a.own().append(other).join().number()).isEqualTo(1);
        table.deliver();
        assertThat(append(a, "y")).isEqualTo(2);
        List<Journal.Entry> all = entries(a.own(), 0);
        assertThat(all).hasSize(2);
        assertThat(all.get(0).content()).isEqualTo(other);
    }

    @Test
    void aFenceStopsARecordWhosePartsAreWritten() {
        AtomicInteger puts = new AtomicInteger();
        table.meet(write -> {
            if (puts.incrementAndGet() == 2) {
                world.endLeases();
                assertThat(world.open("b").takeOver().join()).isEmpty();
            }
            return Fault.NONE;
        });
        assertThatThrownBy(() -> a.own().append(filled(400_000, 1)).join()).hasCauseInstanceOf(WriterFenced.class);
        assertThat(read(a.own(), 0)).isEmpty();
    }

    private static byte[] filled(int length, int value) {
        byte[] content = new byte[length];
        Arrays.fill(content, (byte) value);
        return content;
    }

    @Test
    void aWriterWhoseFirstLeaseWasInDoubtKeepsItsName() {
        TableJournals c = world.open("c");
        table.meetOnce(Fault.LOST);
        assertThatThrownBy(() -> c.begin().join()).hasCauseInstanceOf(OutcomeUnknown.class);
        world.pass(Duration.ofMinutes(5));
        assertThat(append(c, "x")).isEqualTo(1);
        assertThat(a.takeOver().join()).isEmpty();
    }

    @Test
    void aRecordThatIsAppendedDuringTheTakeOverIsRead() {
        append(a, "x");
        world.endLeases();
        TableJournals b = world.open("b");
        b.begin().join();
        // This writer does not see that its lease has ended.
        TableJournals slow = new TableJournals(table, "readings", "slow", () -> JournalWorld.START);
        append(slow, "1");
        AtomicInteger fences = new AtomicInteger();
        table.meet(write -> {
            boolean isFence = write instanceof Put put && put.item().has(Frames.FENCE);
            if (isFence && fences.incrementAndGet() < 5) {
                append(slow, "more");
            }
            return Fault.NONE;
        });
        List<? extends Journal> taken = b.takeOver().join();
        assertThat(taken.stream().flatMap(journal -> read(journal, 0).stream()))
                .contains("1:x", "1:1")
                .hasSize(6);
        assertThatThrownBy(() -> append(slow, "y")).hasCauseInstanceOf(WriterFenced.class);
    }

    @Test
    void aWriterThatAppendsAllTheTimeIsNotFenced() {
        TableJournals slow = new TableJournals(table, "readings", "slow", () -> JournalWorld.START);
        append(slow, "1");
        a.close().join();
        world.endLeases();
        TableJournals b = world.open("b");
        b.begin().join();
        table.meet(write -> {
            if (write instanceof Put put && put.item().has(Frames.FENCE)) {
                append(slow, "more");
            }
            return Fault.NONE;
        });
        assertThatThrownBy(() -> b.takeOver().join())
                .hasCauseInstanceOf(Unavailable.class)
                .hasMessageContaining("writer \"slow\" appends faster than it can be fenced: try again later");
        assertThat(append(slow, "y")).isEqualTo(2 + TakeOver.MAX_FENCE_TRIES);
    }

    @Test
    void aTakeOverThatFailedCanBeRepeated() {
        append(a, "x");
        world.endLeases();
        TableJournals b = world.open("b");
        b.begin().join();
        for (Fault fault : List.of(Fault.THROTTLED, Fault.LOST)) {
            table.meetOnce(fault);
            assertThatThrownBy(() -> b.takeOver().join()).isNotNull();
        }
        // The fence is put; now the claim fails.
        table.meetOnce(Fault.LOST);
        assertThatThrownBy(() -> b.takeOver().join()).hasCauseInstanceOf(OutcomeUnknown.class);
        table.meetOnce(Fault.REPEATED);
        List<? extends Journal> taken = b.takeOver().join();
        assertThat(taken).hasSize(1);
        assertThat(read(taken.get(0), 0)).containsExactly("1:x");
    }

    @Test
    void oneOfTwoProcessesTakesAJournalOver() {
        append(a, "x");
        world.endLeases();
        TableJournals b = world.open("b");
        TableJournals c = world.open("c");
        b.begin().join();
        c.begin().join();
        AtomicInteger others = new AtomicInteger();
        table.meet(write -> {
            if (write instanceof Put put && put.item().has(Frames.FENCE) && others.get() == 0) {
                others.set(1);
                others.addAndGet(c.takeOver().join().size());
            }
            return Fault.NONE;
        });
        assertThat(b.takeOver().join()).isEmpty();
        assertThat(others).hasValue(2);
    }

    @Test
    void readersSkipARecordThatIsRemovedWhileTheyRead() {
        JournalWorld plain = JournalWorld.withoutTtl();
        TableJournals c = plain.open("c");
        for (int i = 0; i < 3; i++) {
            c.own().append(filled(1_200_000, i)).join();
        }
        c.own().append(bytes("last")).join();
        AtomicInteger calls = new AtomicInteger();
        plain.table().beforeEachCall(() -> {
            // Between the first and the second page.
            if (calls.incrementAndGet() == 2) {
                c.own().trim(3).join();
            }
        });
        assertThat(read(c.own(), 0)).containsExactly("4:last");
    }

    @Test
    void aTrimThatFailedIsRepeatedByTheNextOne() {
        JournalWorld plain = JournalWorld.withoutTtl();
        TableJournals c = plain.open("c");
        for (int i = 0; i < 60; i++) {
            append(c, "x");
        }
        plain.table().meetOnce(Fault.THROTTLED);
        assertThatThrownBy(() -> c.own().trim(50).join()).hasCauseInstanceOf(Throttled.class);
        c.own().trim(51).join();
        assertThat(plain.keys()).hasSize(10);
    }
}
