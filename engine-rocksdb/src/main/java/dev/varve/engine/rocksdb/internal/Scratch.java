package dev.varve.engine.rocksdb.internal;

import dev.varve.engine.rocksdb.internal.codec.ByteReader;
import dev.varve.engine.rocksdb.internal.codec.ByteWriter;
import dev.varve.engine.rocksdb.internal.store.ReadBuffer;
import dev.varve.engine.rocksdb.internal.store.WriteSet;

/** Reusable buffers of one thread, so that a call allocates little. */
final class Scratch {

    private static final int KEPT_BYTES = 64 * 1024;

    private final ByteReader reader = new ByteReader();
    private final WriteSet changes = new WriteSet();
    private ByteWriter row = new ByteWriter(1024);
    private ByteWriter image = new ByteWriter(1024);
    private ByteWriter oldImage = new ByteWriter(1024);
    private ReadBuffer stored = new ReadBuffer(4096);

    /** A buffer for an item as stored in its row. */
    ByteWriter row() {
        row = fresh(row);
        return row;
    }

    /** A buffer for an item as stored in an index or in a change. */
    ByteWriter image() {
        image = fresh(image);
        return image;
    }

    /** A buffer for an item as an index stored it before the write. */
    ByteWriter oldImage() {
        oldImage = fresh(oldImage);
        return oldImage;
    }

    private static ByteWriter fresh(ByteWriter used) {
        ByteWriter writer = used.array().length > KEPT_BYTES ? new ByteWriter(1024) : used;
        writer.truncate(0);
        return writer;
    }

    ReadBuffer stored() {
        if (stored.array().length > KEPT_BYTES) {
            stored = new ReadBuffer(4096);
        }
        return stored;
    }

    ByteReader reader() {
        return reader;
    }

    /** An empty write set for one commit. */
    WriteSet changes() {
        changes.clear();
        return changes;
    }
}
