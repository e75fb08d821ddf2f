package dev.varve.testkit.contract.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Rejected;
import dev.varve.table.Journal;
import dev.varve.table.Journal.Entry;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** A journal keeps what was appended, in order, until it is trimmed. */
public abstract class JournalContract {

    private static final int MB = 1024 * 1024;
    private static final int LARGEST_RECORD = 4 * MB;
    /** More than the few megabytes that one read may return. */
    private static final int LARGEST_READ = 8 * MB;

    /** Returns the journal of this name; all journals of a test belong to one table, which is new for each test. */
    protected abstract Journal journal(String name);

    /** Closes the database and opens it again. A journal from before must not be used afterwards. */
    protected abstract void reopen();

    /** Returns how many steps a random walk has. */
    protected int steps() {
        return 300;
    }

    @Test
    void emptyJournalHasNoRecords() {
        Journal journal = journal("j");
        assertThat(journal.read(0).join()).isEmpty();
        journal.trim(0).join();
        journal.trim(10).join();
        assertThat(journal.read(-1).join()).isEmpty();
        assertThat(journal.read(Long.MAX_VALUE).join()).isEmpty();
    }

    @Test
    void recordsAreReadInTheOrderOfTheirNumbers() {
        Journal journal = journal("j");
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            numbers.add(append(journal, "record " + i));
        }
        assertThat(numbers).isSorted().doesNotHaveDuplicates();
        assertThat(numbers.get(0)).isPositive();
        List<Entry> entries = all(journal, 0);
        assertThat(numbers(entries)).isEqualTo(numbers);
        for (int i = 0; i < 300; i++) {
            assertThat(text(entries.get(i))).isEqualTo("record " + i);
        }
    }

    @Test
    void readBeginsAfterANumber() {
        Journal journal = journal("j");
        long first = append(journal, "a");
        long second = append(journal, "b");
        long third = append(journal, "c");
        assertThat(texts(journal, first)).containsExactly("b", "c");
        assertThat(texts(journal, second)).containsExactly("c");
        assertThat(texts(journal, third)).isEmpty();
        assertThat(texts(journal, first - 1)).containsExactly("a", "b", "c");
    }

    @Test
    void appendReportsItsCapacity() {
        Journal journal = journal("j");
        double small = journal.append(new byte[10]).join().capacity().total().write();
        double large = journal.append(new byte[MB]).join().capacity().total().write();
        assertThat(small).isPositive();
        assertThat(large).isGreaterThanOrEqualTo(1024).isGreaterThan(small);
    }

    @Test
    void trimRemovesRecordsUpToItsNumber() {
        Journal journal = journal("j");
        append(journal, "a");
        long second = append(journal, "b");
        long third = append(journal, "c");
        assertThat(journal.trimmed().join()).isZero();
        journal.trim(second).join();
        assertThat(journal.trimmed().join()).isEqualTo(second);
        assertThat(texts(journal, 0)).containsExactly("c");
        assertThat(texts(journal, second)).containsExactly("c");
        journal.trim(second - 1).join();
        assertThat(journal.trimmed().join()).isEqualTo(second);
        assertThat(texts(journal, 0)).containsExactly("c");
        reopen();
        journal = journal("j");
        assertThat(journal.trimmed().join()).isEqualTo(second);
        assertThat(texts(journal, 0)).containsExactly("c");
        journal.trim(third).join();
        assertThat(texts(journal, 0)).isEmpty();
    }

    @Test
    void numbersAreNotUsedAgainAfterATrimOfEverything() {
        Journal journal = journal("j");
        append(journal, "a");
        long second = append(journal, "b");
        journal.trim(second).join();
        long third = append(journal, "c");
        assertThat(third).isGreaterThan(second);
        assertThat(texts(journal, second)).containsExactly("c");
        journal.trim(third).join();
        reopen();
        journal = journal("j");
        assertThat(texts(journal, 0)).isEmpty();
        assertThat(append(journal, "d")).isGreaterThan(third);
        assertThat(texts(journal, third)).containsExactly("d");
    }

    @Test
    void trimBeyondTheEndKeepsLaterRecords() {
        Journal journal = journal("j");
        append(journal, "a");
        journal.trim(Long.MAX_VALUE).join();
        assertThat(texts(journal, 0)).isEmpty();
        append(journal, "b");
        assertThat(texts(journal, 0)).containsExactly("b");
        reopen();
        assertThat(texts(journal("j"), 0)).containsExactly("b");
    }

    @Test
    void recordsSurviveReopening() {
        long first = append(journal("j"), "a");
        long second = append(journal("j"), "b");
        reopen();
        Journal journal = journal("j");
        assertThat(numbers(all(journal, 0))).containsExactly(first, second);
        assertThat(append(journal, "c")).isGreaterThan(second);
        assertThat(texts(journal, 0)).containsExactly("a", "b", "c");
    }

    @Test
    void recordsOfEverySizeAreKept() {
        Journal journal = journal("j");
        Draw draw = new Draw(7);
        List<byte[]> contents = new ArrayList<>();
        for (int size : new int[] {0, 1, 4095, 4096, 399 * 1024, 400 * 1024, 401 * 1024, LARGEST_RECORD}) {
            contents.add(draw.bytes(size));
            journal.append(contents.get(contents.size() - 1)).join();
        }
        assertThat(all(journal, 0)).extracting(Entry::content).containsExactlyElementsOf(contents);
        reopen();
        assertThat(all(journal("j"), 0)).extracting(Entry::content).containsExactlyElementsOf(contents);
    }

    @Test
    void tooLargeRecordIsRejected() {
        Journal journal = journal("j");
        CompletableFuture<Journal.Appended> refused = journal.append(new byte[LARGEST_RECORD + 1]);
        assertThatThrownBy(refused::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(Rejected.class);
        assertThat(journal.read(0).join()).isEmpty();
        append(journal, "a");
        assertThat(texts(journal, 0)).containsExactly("a");
    }

    @Test
    void readIsBounded() {
        Journal journal = journal("j");
        Draw draw = new Draw(9);
        for (int i = 0; i < 12; i++) {
            journal.append(draw.bytes(MB)).join();
        }
        List<Entry> first = journal.read(0).join();
        assertThat(first).isNotEmpty();
        assertThat(first.stream().mapToLong(entry -> entry.content().length).sum())
                .isLessThanOrEqualTo(LARGEST_READ);
        assertThat(all(journal, 0)).hasSize(12);
    }

    @Test
    void journalsOfOneTableAreSeparate() {
        Journal one = journal("one");
        Journal longer = journal("one-more");
        append(one, "a");
        long second = append(one, "b");
        append(longer, "x");
        assertThat(texts(one, 0)).containsExactly("a", "b");
        assertThat(texts(longer, 0)).containsExactly("x");
        one.trim(second).join();
        assertThat(texts(longer, 0)).containsExactly("x");
        reopen();
        assertThat(texts(journal("one"), 0)).isEmpty();
        assertThat(texts(journal("one-more"), 0)).containsExactly("x");
        assertThat(append(journal("one"), "c")).isGreaterThan(second);
    }

    @Test
    void readerFollowsAppendsAndTrims() {
        Journal journal = journal("j");
        int count = steps();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            CompletableFuture<Void> appends = CompletableFuture.runAsync(
                    () -> {
                        for (int i = 0; i < count; i++) {
                            append(journal, Integer.toString(i));
                        }
                    },
                    thread);
            long after = 0;
            for (int seen = 0; seen < count && !appends.isCompletedExceptionally(); ) {
                for (Entry entry : journal.read(after).join()) {
                    assertThat(entry.number()).isGreaterThan(after);
                    assertThat(text(entry)).isEqualTo(Integer.toString(seen));
                    after = entry.number();
                    seen++;
                }
                journal.trim(after).join();
            }
            appends.join();
        } finally {
            thread.shutdown();
        }
        assertThat(journal.read(0).join()).isEmpty();
    }

    @Test
    void randomStepsLeaveWhatAModelHolds() {
        Seeds.run(3, this::walk);
    }

    private void walk(long seed) {
        Draw draw = new Draw(seed);
        String name = "walk-" + seed;
        TreeMap<Long, byte[]> model = new TreeMap<>();
        long newest = 0;
        for (int step = 0; step < steps(); step++) {
            Journal journal = journal(name);
            switch (draw.below(12)) {
                case 0 -> {
                    long upTo = newest - draw.below(20);
                    journal.trim(upTo).join();
                    model.headMap(upTo, true).clear();
                }
                case 1 -> {
                    long after = Math.max(0, newest - draw.below(30));
                    assertSame(model.tailMap(after, false), all(journal, after));
                }
                case 2 -> {
                    if (draw.chance(20)) {
                        reopen();
                    }
                }
                default -> {
                    byte[] content = draw.bytes(draw.chance(5) ? draw.below(MB) : draw.below(5000));
                    long number = journal.append(content).join().number();
                    assertThat(number).isGreaterThan(newest);
                    newest = number;
                    model.put(number, content);
                }
            }
        }
        assertSame(model, all(journal(name), 0));
    }

    private static void assertSame(SortedMap<Long, byte[]> wanted, List<Entry> found) {
        assertThat(numbers(found)).containsExactlyElementsOf(wanted.keySet());
        for (Entry entry : found) {
            assertThat(Arrays.equals(entry.content(), wanted.get(entry.number())))
                    .as("content of record %s is the same", entry.number())
                    .isTrue();
        }
    }

    /** Returns all records after a number, in as many reads as it takes. */
    protected static List<Entry> all(Journal journal, long after) {
        List<Entry> all = new ArrayList<>();
        long last = after;
        for (List<Entry> page = journal.read(last).join();
                !page.isEmpty();
                page = journal.read(last).join()) {
            all.addAll(page);
            last = page.get(page.size() - 1).number();
        }
        return all;
    }

    protected static List<String> texts(Journal journal, long after) {
        return all(journal, after).stream().map(JournalContract::text).toList();
    }

    protected static long append(Journal journal, String text) {
        return journal.append(text.getBytes(StandardCharsets.UTF_8)).join().number();
    }

    private static String text(Entry entry) {
        return new String(entry.content(), StandardCharsets.UTF_8);
    }

    private static List<Long> numbers(List<Entry> entries) {
        return entries.stream().map(Entry::number).toList();
    }
}
