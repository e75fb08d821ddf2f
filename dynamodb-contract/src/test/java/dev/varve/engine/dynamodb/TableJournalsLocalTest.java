package dev.varve.engine.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.VarveException;
import dev.varve.internal.AsyncLoop;
import dev.varve.item.Bytes;
import dev.varve.series.internal.packed.journal.TableJournals;
import dev.varve.series.internal.packed.journal.WriterFenced;
import dev.varve.table.Journal;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.FaultyEngine;
import dev.varve.testkit.local.DynamoDbLocal;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The journals of packed series in a table of DynamoDB Local. */
class TableJournalsLocalTest {

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    private DynamoDbHarness harness;
    private FaultyEngine engine;

    @BeforeEach
    void open() {
        harness = new DynamoDbHarness(LOCAL.database());
        engine = new FaultyEngine(harness.engine(), Faults.none(1));
    }

    @AfterEach
    void close() {
        harness.close();
    }

    private Table table(TableSchema.Builder schema) {
        return engine.open(schema.withoutChanges().build()).join();
    }

    private TableJournals journals(Table table, String writer) {
        return new TableJournals(table, "readings", writer, harness.clock());
    }

    private static void append(TableJournals journals, String content) {
        journals.own().append(content.getBytes(StandardCharsets.UTF_8)).join();
    }

    private static List<byte[]> read(Journal journal) {
        List<byte[]> all = new ArrayList<>();
        List<Journal.Entry> page = journal.read(0).join();
        while (!page.isEmpty()) {
            page.forEach(entry -> all.add(entry.content()));
            page = journal.read(page.get(page.size() - 1).number()).join();
        }
        return all;
    }

    private static List<String> texts(Journal journal) {
        return read(journal).stream()
                .map(content -> new String(content, StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void aJournalIsTakenOverAndItsWriterFenced() {
        for (TableSchema.Builder schema : List.of(
                TableSchema.named(harness.newTableName()),
                TableSchema.named(harness.newTableName()).withoutTtl())) {
            Table table = table(schema);
            TableJournals a = journals(table, "host#1");
            append(a, "x");
            append(a, "");
            append(a, "z");
            a.own().trim(1).join();
            assertThat(texts(a.own())).containsExactly("", "z");
            harness.clock().advance(TableJournals.LEASE);
            TableJournals b = journals(table, "b");
            List<? extends Journal> taken = b.takeOver().join();
            assertThat(taken).hasSize(1);
            assertThat(texts(taken.get(0))).endsWith("", "z");
            assertThatThrownBy(() -> append(a, "y")).hasCauseInstanceOf(WriterFenced.class);
            taken.get(0).trim(3).join();
            append(b, "after");
            b.own().trim(1).join();
            b.close().join();
            assertThat(journals(table, "c").takeOver().join()).isEmpty();
        }
    }

    @Test
    void largeRecordsAreReadWhole() {
        TableJournals a = journals(table(TableSchema.named(harness.newTableName())), "a");
        List<byte[]> records = List.of(
                new Draw(1).bytes(4 * 1024 * 1024),
                new Draw(2).bytes(350_000),
                new Draw(3).bytes(350_001),
                new Draw(4).bytes(10));
        records.forEach(record -> a.own().append(record).join());
        assertThat(read(a.own()).stream().map(Bytes::wrap).toList())
                .isEqualTo(records.stream().map(Bytes::wrap).toList());
    }

    @Test
    void noAcknowledgedRecordIsLostWhenResponsesAre() {
        Seeds.run(5, seed -> {
            Table table = table(TableSchema.named(harness.newTableName()));
            List<String> acknowledged = new ArrayList<>();
            TableJournals a = journals(table, "a");
            engine.meet(Faults.none(seed).lost(15).throttled(10));
            for (int i = 0; i < 60; i++) {
                try {
                    append(a, "record " + i);
                    acknowledged.add("record " + i);
                } catch (RuntimeException e) {
                    assertThat(AsyncLoop.failure(e))
                            .isInstanceOf(VarveException.class)
                            .isNotInstanceOf(WriterFenced.class);
                }
            }
            engine.meet(Faults.none(seed));
            harness.clock().advance(TableJournals.LEASE);
            List<? extends Journal> taken = journals(table, "b").takeOver().join();
            assertThat(taken).hasSize(1);
            assertThat(texts(taken.get(0))).containsSubsequence(acknowledged);
            assertThat(acknowledged).hasSizeGreaterThan(30);
        });
    }
}
