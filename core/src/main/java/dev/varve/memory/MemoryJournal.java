package dev.varve.memory;

import dev.varve.table.Capacity;
import dev.varve.table.Journal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** A journal in memory; it lives as long as its engine. */
final class MemoryJournal implements Journal {

    /** The most records that one read returns. */
    private static final int MAX_READ = 256;

    private final MemoryEngine engine;
    private final TreeMap<Long, byte[]> records = new TreeMap<>();
    private long last;
    private long trimmed;

    MemoryJournal(MemoryEngine engine) {
        this.engine = engine;
    }

    @Override
    public CompletableFuture<Appended> append(byte[] content) {
        return engine.locked(() -> {
            records.put(++last, content.clone());
            return new Appended(last, Capacity.NONE);
        });
    }

    @Override
    public CompletableFuture<List<Entry>> read(long after) {
        return engine.locked(() -> {
            List<Entry> entries = new ArrayList<>();
            for (Map.Entry<Long, byte[]> record : records.tailMap(after, false).entrySet()) {
                if (entries.size() == MAX_READ) {
                    break;
                }
                entries.add(new Entry(record.getKey(), record.getValue()));
            }
            return entries;
        });
    }

    @Override
    public CompletableFuture<Void> trim(long upTo) {
        return engine.locked(() -> {
                    records.headMap(upTo, true).clear();
                    trimmed = Math.max(trimmed, Math.min(upTo, last));
                    return true;
                })
                .thenAccept(done -> {});
    }

    @Override
    public CompletableFuture<Long> trimmed() {
        return engine.locked(() -> trimmed);
    }
}
