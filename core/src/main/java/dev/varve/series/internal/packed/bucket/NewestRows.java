package dev.varve.series.internal.packed.bucket;

import dev.varve.key.Parts;
import dev.varve.series.internal.packed.row.Row;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The newest row of each identity that was asked for. A change of an identity only notes its clock; the row is taken from the
 * {@link Tail} when somebody asks again. Not safe for several threads: {@link RowMemory} holds a lock.
 */
final class NewestRows {

    /** All are forgotten beyond this many; each takes some hundred bytes. */
    private static final int MAX_KNOWN = 200_000;

    /** The clock of the newest row of one identity, and the row unless it has changed since it was asked for. */
    static final class Known {
        private long tick;
        private @Nullable NewestRow row;

        private Known(Row row) {
            this.tick = row.tick();
            this.row = new NewestRow(row);
        }

        /** Returns whether a change at this clock concerns the newest row. */
        boolean isReached(long changed) {
            return changed >= tick;
        }

        /** Notes that a row with this clock was stored, and that none is later. */
        void changed(long newest) {
            tick = newest;
            row = null;
        }
    }

    private final Map<Parts, Known> known = new HashMap<>();

    /** Returns what is known of an identity, or null if nobody asked for it. */
    @Nullable
    Known known(Parts identity) {
        return known.isEmpty() ? null : known.get(identity);
    }

    /**
     * Returns the newest row of an identity, or null if it is not known.
     *
     * @param tail its rows in memory, or null if there are none
     */
    @Nullable
    NewestRow find(Parts identity, @Nullable Tail tail) {
        Known found = known.get(identity);
        if (found == null) {
            return null;
        }
        if (found.row == null) {
            Row last = tail == null ? null : tail.newest();
            if (last == null || last.tick() != found.tick) {
                // Its bucket was sealed and dropped meanwhile.
                forget(identity);
                return null;
            }
            found.row = new NewestRow(last);
        }
        return found.row;
    }

    boolean isFull() {
        return known.size() >= MAX_KNOWN;
    }

    Known put(Parts identity, Row row) {
        Known added = new Known(row);
        known.put(identity, added);
        return added;
    }

    void forget(Parts identity) {
        known.remove(identity);
    }

    void clear() {
        known.clear();
    }
}
