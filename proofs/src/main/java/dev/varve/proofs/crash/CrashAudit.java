package dev.varve.proofs.crash;

import dev.varve.engine.rocksdb.AuditReport;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.item.Item;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.BatchWrite;
import dev.varve.table.BlockingTable;
import dev.varve.table.IndexSchema;
import dev.varve.table.Key;
import dev.varve.table.Request;
import dev.varve.table.Scan;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactWrite;
import dev.varve.table.Write;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Compares the database of a killed process with the acknowledged writes. A memory engine serves as the model: it gets
 * every acknowledged write, and the last unacknowledged write of each writer if it was stored.
 */
final class CrashAudit {

    private static final TableSchema SCHEMA = CrashWorkload.SCHEMA;
    private static final int PAGE = 1000;

    private final MemoryEngine model = new MemoryEngine(InstantSource.system());
    private final Table expected = model.open(SCHEMA).join();
    private final List<String> problems = new ArrayList<>();

    /** Returns the problems found after a round; data of earlier rounds is checked too. */
    List<String> of(RocksDbEngine engine, CrashWorkload workload, int[] acknowledged) {
        problems.clear();
        Table table = engine.open(SCHEMA).join();
        for (int writer = 0; writer < CrashWorkload.WRITERS; writer++) {
            for (int number = 0; number < acknowledged[writer]; number++) {
                Writer.send(expected, workload.request(writer, number));
            }
        }
        for (int writer = 0; writer < CrashWorkload.WRITERS; writer++) {
            applyUnacknowledged(table, workload.request(writer, acknowledged[writer]), writer, acknowledged[writer]);
        }
        compare("table", contents(expected.blocking()), contents(table.blocking()));
        repeatLast(table, workload, acknowledged);
        indexes(table.blocking());
        changes(engine, table.blocking());
        AuditReport report = engine.audit();
        report.problems().forEach(problem -> problems.add("audit: " + problem));
        return List.copyOf(problems);
    }

    /** Applies the unacknowledged write to the model as far as it was stored: as a whole, or in part if it is a batch. */
    private void applyUnacknowledged(Table table, Request request, int writer, int number) {
        if (request instanceof BatchWrite batch) {
            batch.writes().forEach(write -> applyUnacknowledged(table, write, writer, number));
            return;
        }
        Map<Key, Item> before = stored(expected, request);
        Map<Key, Item> actual = stored(table, request);
        if (actual.equals(before)) {
            return;
        }
        Writer.send(expected, request);
        if (!actual.equals(stored(expected, request))) {
            problems.add("write %s of writer %s was stored in part: %s".formatted(number, writer, request));
        }
    }

    /** Returns the stored items of the keys that only this request writes; accounts are compared at the end. */
    private static Map<Key, Item> stored(Table table, Request request) {
        List<Write> writes = request instanceof TransactWrite transaction
                ? transaction.actions().stream()
                        .map(TransactWrite.Action::write)
                        .toList()
                : List.of((Write) request);
        Map<Key, Item> stored = new HashMap<>();
        for (Write write : writes) {
            Key key = write.keyIn(SCHEMA);
            if (!CrashWorkload.isAccount(key)) {
                stored.put(key, table.blocking().get(key).orElse(Item.empty()));
            }
        }
        return stored;
    }

    /** Repeats the last acknowledged writes that have a token: a token stays valid over a crash. */
    private void repeatLast(Table table, CrashWorkload workload, int[] acknowledged) {
        Map<Key, Item> before = contents(table.blocking());
        for (int writer = 0; writer < CrashWorkload.WRITERS; writer++) {
            for (int number = acknowledged[writer] - 1; number >= 0; number--) {
                if (workload.request(writer, number) instanceof TransactWrite transaction
                        && transaction.token() != null) {
                    Writer.send(table, transaction);
                    break;
                }
            }
        }
        compare("table after repeated transactions", before, contents(table.blocking()));
    }

    private void indexes(BlockingTable table) {
        Map<Key, Item> rows = contents(table);
        for (IndexSchema index : SCHEMA.indexes()) {
            Map<Key, Item> wanted = new HashMap<>();
            rows.forEach((key, item) -> {
                if (SCHEMA.imageIn(index, item) != null) {
                    wanted.put(key, item);
                }
            });
            Map<Key, Item> found = new HashMap<>();
            table.stream(Scan.all().on(index.name())).forEach(item -> found.put(SCHEMA.keyOf(item), item));
            compare("index " + index.name(), wanted, found);
        }
    }

    /** Replays the change log from its beginning; the result must equal the table. */
    private void changes(RocksDbEngine engine, BlockingTable table) {
        ChangeFeed feed = engine.changes(SCHEMA.name());
        Map<Key, Item> replayed = new HashMap<>();
        FeedPosition position = FeedPosition.BEGINNING;
        while (true) {
            FeedPage.Changes page = (FeedPage.Changes) feed.read(position, PAGE).join();
            if (page.changes().isEmpty()) {
                break;
            }
            for (Change change : page.changes()) {
                Item before = change.after() == null
                        ? replayed.remove(change.key())
                        : replayed.put(change.key(), change.after());
                if (!Objects.equals(before, change.before())) {
                    problems.add("change %s of %s does not follow from the one before"
                            .formatted(change.position(), change.key()));
                }
            }
            position = page.next();
        }
        compare("replay of the change log", contents(table), replayed);
    }

    private static Map<Key, Item> contents(BlockingTable table) {
        Map<Key, Item> contents = new HashMap<>();
        table.stream(Scan.all().consistent()).forEach(item -> contents.put(SCHEMA.keyOf(item), item));
        return contents;
    }

    private void compare(String what, Map<Key, Item> wanted, Map<Key, Item> found) {
        wanted.forEach((key, item) -> {
            if (!item.equals(found.get(key))) {
                problems.add("%s: %s should be %s, but is %s".formatted(what, key, item, found.get(key)));
            }
        });
        found.forEach((key, item) -> {
            if (!wanted.containsKey(key)) {
                problems.add("%s: %s should not be there, but is %s".formatted(what, key, item));
            }
        });
    }
}
