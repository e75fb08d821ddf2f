package dev.varve.rollup.internal;

import dev.varve.item.Bytes;
import dev.varve.table.Key;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pages that were written or read last. A page may be out of date: a write requires that the table still has the same bytes.
 */
final class PageCache {

    /** About 30,000 pages of three fields. */
    private static final long MAX_BYTES = 16L * 1024 * 1024;

    /** What an entry takes besides the page. */
    private static final int ENTRY_BYTES = 200;

    private final Map<Key, Bytes> pages = new LinkedHashMap<>(16, 0.75f, true);
    private long total;

    synchronized @Nullable Bytes get(Key key) {
        return pages.get(key);
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
