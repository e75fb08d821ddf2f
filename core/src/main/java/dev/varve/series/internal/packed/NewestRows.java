package dev.varve.series.internal.packed;

import dev.varve.key.Parts;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The newest row of each identity that was asked for, kept up to date with every change. Not safe for several threads:
 * {@link RowMemory} holds a lock.
 */
final class NewestRows {

    /** Those that were asked for first are forgotten beyond this many; each takes some hundred bytes. */
    private static final int MAX_KNOWN = 200_000;

    private final Map<Parts, NewestRow> known = new LinkedHashMap<>();

    @Nullable
    NewestRow find(Parts identity) {
        return known.get(identity);
    }

    void put(Parts identity, Row row) {
        known.put(identity, new NewestRow(row));
        if (known.size() > MAX_KNOWN) {
            Iterator<Parts> oldest = known.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /**
     * Notes a change.
     *
     * @param row the row that has this clock now, or null if it was removed
     */
    void changed(Parts identity, long tick, @Nullable Row row) {
        NewestRow before = known.isEmpty() ? null : known.get(identity);
        if (before == null || tick < before.row().tick()) {
            return;
        }
        if (row == null) {
            known.remove(identity);
        } else {
            known.put(identity, new NewestRow(row));
        }
    }

    void clear() {
        known.clear();
    }
}
