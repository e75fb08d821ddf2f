package dev.varve.rollup.internal;

import dev.varve.item.Bytes;
import dev.varve.table.Key;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pages that were written or read last, and those that were found to be absent. An entry may be out of date: a write requires
 * that the table still has the same bytes, or still none.
 */
final class PageCache {

    /** About 30,000 pages of three fields. */
    private static final long MAX_BYTES = 16L * 1024 * 1024;

    /** What an entry takes besides the page. */
    private static final int ENTRY_BYTES = 200;

    /** Stands for a page that does not exist, and has no rows as items either. */
    private static final Bytes ABSENT = Bytes.wrap(new byte[0]);

    private final Map<Key, Bytes> pages = new LinkedHashMap<>(16, 0.75f, true);
    private long total;

    /** Returns what is known of a page, or null if nothing is. */
    synchronized @Nullable StoredPage get(Key key) {
        Bytes known = pages.get(key);
        if (known == null) {
            return null;
        }
        return known.length() == 0 ? StoredPage.of(Map.of()) : StoredPage.of(known);
    }

    /** Notes that a page does not exist. */
    void putAbsent(Key key) {
        put(key, ABSENT);
    }

    synchronized void put(Key key, Bytes page) {
        remove(key);
        pages.put(key, page);
        total += ENTRY_BYTES + page.length();
        var eldest = pages.entrySet().iterator();
        while (total > MAX_BYTES && eldest.hasNext()) {
            total -= ENTRY_BYTES + eldest.next().getValue().length();
            eldest.remove();
        }
    }

    synchronized void remove(Key key) {
        Bytes before = pages.remove(key);
        total -= before == null ? 0 : ENTRY_BYTES + before.length();
    }
}
