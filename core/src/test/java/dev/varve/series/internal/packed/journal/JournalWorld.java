package dev.varve.series.internal.packed.journal;

import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.Journal;
import dev.varve.table.Scan;
import dev.varve.table.TableSchema;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A table in memory with journals, and a clock that moves only when a test moves it. */
final class JournalWorld {

    static final Instant START = Instant.parse("2026-04-20T14:00:00Z");

    private volatile Instant now = START;
    private final FlakyTable table;

    private JournalWorld(TableSchema.Builder schema) {
        table = new FlakyTable(new MemoryEngine(() -> now).open(schema.build()).join());
    }

    static JournalWorld withTtl() {
        return new JournalWorld(TableSchema.named("iot"));
    }

    static JournalWorld withoutTtl() {
        return new JournalWorld(TableSchema.named("iot").withoutTtl());
    }

    FlakyTable table() {
        return table;
    }

    TableJournals open(String writer) {
        return new TableJournals(table, "readings", writer, () -> now);
    }

    Instant now() {
        return now;
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    /** Lets the leases of all writers end. */
    void endLeases() {
        pass(TableJournals.LEASE);
    }

    /** Returns the keys of all items as {@code partition / sort}. */
    List<String> keys() {
        return table.blocking().stream(Scan.all())
                .map(item -> text(item, "pk") + " / " + text(item, "sk"))
                .sorted()
                .toList();
    }

    Item item(String partition, String sort) {
        return table.blocking().stream(Scan.all())
                .filter(item ->
                        text(item, "pk").equals(partition) && text(item, "sk").equals(sort))
                .findFirst()
                .orElseThrow();
    }

    private static String text(Item item, String name) {
        return item.value(name) instanceof Value.Text text ? text.value() : "";
    }

    static long append(TableJournals journals, String content) {
        return journals.own().append(bytes(content)).join().number();
    }

    static byte[] bytes(String content) {
        return content.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns all records after this number, as {@code number:content}. */
    static List<String> read(Journal journal, long after) {
        return entries(journal, after).stream()
                .map(entry -> entry.number() + ":" + new String(entry.content(), StandardCharsets.UTF_8))
                .toList();
    }

    static List<Journal.Entry> entries(Journal journal, long after) {
        List<Journal.Entry> all = new ArrayList<>();
        List<Journal.Entry> page = journal.read(after).join();
        while (!page.isEmpty()) {
            all.addAll(page);
            page = journal.read(all.get(all.size() - 1).number()).join();
        }
        return all;
    }
}
