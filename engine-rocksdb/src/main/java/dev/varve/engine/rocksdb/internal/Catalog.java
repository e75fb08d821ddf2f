package dev.varve.engine.rocksdb.internal;

import dev.varve.engine.rocksdb.internal.codec.ByteReader;
import dev.varve.engine.rocksdb.internal.codec.ByteWriter;
import dev.varve.engine.rocksdb.internal.codec.KeyLayout;
import dev.varve.engine.rocksdb.internal.codec.MetaKeys;
import dev.varve.engine.rocksdb.internal.codec.Names;
import dev.varve.engine.rocksdb.internal.codec.SchemaBytes;
import dev.varve.engine.rocksdb.internal.codec.SchemaBytes.Numbered;
import dev.varve.engine.rocksdb.internal.store.Cursor;
import dev.varve.engine.rocksdb.internal.store.Family;
import dev.varve.engine.rocksdb.internal.store.Store;
import dev.varve.engine.rocksdb.internal.store.WriteSet;
import dev.varve.error.Rejected;
import dev.varve.table.TableSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** All tables of the database, open or not, and the dictionary of attribute names. */
final class Catalog {

    private final Store store;
    private final Names names;
    private final Map<String, StoredRows> byName = new ConcurrentHashMap<>();
    private final Map<Integer, StoredRows> byId = new ConcurrentHashMap<>();
    private int lastId;

    Catalog(Store store) {
        this.store = store;
        this.names = new Names(readNames(), this::record);
        readTables();
    }

    /** Adds the stored tables that are not in memory yet. */
    private void readTables() {
        try (Cursor cursor = store.cursor(Family.META, MetaKeys.schemas(), Cursor.Use.SCAN)) {
            while (cursor.next()) {
                String name = MetaKeys.text(new ByteReader().reset(cursor.key(), 0, cursor.keyLength()));
                if (!byName.containsKey(name)) {
                    add(SchemaBytes.read(name, new ByteReader().reset(cursor.value(), 0, cursor.valueLength())));
                }
            }
        }
    }

    /**
     * Reloads what a write of unknown outcome may have changed: a table that was being created, and the ends of the
     * change logs. No row uses an attribute name that was being recorded, so its number may be reused. No call may be
     * in progress.
     */
    synchronized void readAgain() {
        for (StoredRows rows : byName.values()) {
            rows.tail().reset(ChangeLog.tail(store, rows.keys().id()));
        }
        readTables();
    }

    private List<String> readNames() {
        List<String> found = new ArrayList<>();
        try (Cursor cursor = store.cursor(Family.META, MetaKeys.names(), Cursor.Use.SCAN)) {
            ByteReader in = new ByteReader();
            while (cursor.next()) {
                in.reset(cursor.key(), 0, cursor.keyLength()).skip(1);
                if (in.u16() != found.size()) {
                    throw in.damaged("leaves a gap in the dictionary of names");
                }
                in.reset(cursor.value(), 0, cursor.valueLength());
                found.add(in.utf8(in.remaining()));
            }
        }
        return found;
    }

    private void record(int number, String name) {
        ByteWriter value = new ByteWriter(name.length()).bytes(name.getBytes(StandardCharsets.UTF_8));
        WriteSet changes = new WriteSet();
        changes.put(Family.META, MetaKeys.name(number), value);
        store.committer().commit(changes);
    }

    private StoredRows add(Numbered table) {
        StoredRows rows = new StoredRows(table, names, ChangeLog.tail(store, table.tableId()));
        byName.put(table.schema().name(), rows);
        byId.put(table.tableId(), rows);
        lastId = Math.max(lastId, table.tableId());
        table.indexIds().forEach(id -> lastId = Math.max(lastId, id));
        return rows;
    }

    @Nullable
    StoredRows find(String table) {
        return byName.get(table);
    }

    @Nullable
    StoredRows find(int tableId) {
        return byId.get(tableId);
    }

    Collection<StoredRows> all() {
        return Collections.unmodifiableCollection(byName.values());
    }

    /** Creates a table; durable on return. */
    synchronized StoredRows create(TableSchema schema) {
        int tableId = lastId + 1;
        List<Integer> indexIds = new ArrayList<>();
        while (indexIds.size() < schema.indexes().size()) {
            indexIds.add(tableId + 1 + indexIds.size());
        }
        if (tableId + indexIds.size() > KeyLayout.MAX_ID) {
            throw new Rejected(
                    "rocksdb.too-many-tables",
                    "table %s cannot be created: a database holds at most %d tables and indexes"
                            .formatted(schema.name(), KeyLayout.MAX_ID));
        }
        Numbered table = new Numbered(schema, tableId, indexIds);
        ByteWriter value = new ByteWriter(256);
        SchemaBytes.write(value, table);
        WriteSet changes = new WriteSet();
        changes.put(Family.META, MetaKeys.schema(schema.name()), value);
        store.committer().commit(changes);
        return add(table);
    }
}
