package dev.varve.series.internal.packed.journal;

import dev.varve.error.Rejected;
import dev.varve.schema.internal.EngineSession;
import dev.varve.table.Journal;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The journals of engines that packed series of this process use. Two stores over one journal would not know the rows of each
 * other, so the second one is refused.
 */
public final class JournalClaims {

    /** Weak, because an engine and its databases may be dropped without being closed. */
    private static final Map<Journal, WeakReference<EngineSession>> CLAIMED = new WeakHashMap<>();

    private JournalClaims() {}

    /** Returns the journal if no other session uses it. */
    public static Journal claim(Journal journal, EngineSession session, String series) {
        synchronized (CLAIMED) {
            WeakReference<EngineSession> claim = CLAIMED.get(journal);
            if (claim != null && claim.get() != null) {
                throw new Rejected(
                        "packed.two-engines",
                        "packed series %s is open on another engine with the same journal, such as a decorator of this one:"
                                        .formatted(series)
                                + " open all databases on the same engine, or close the other one first");
            }
            CLAIMED.put(journal, new WeakReference<>(session));
            return journal;
        }
    }

    public static void release(@Nullable Journal journal) {
        synchronized (CLAIMED) {
            CLAIMED.remove(journal);
        }
    }
}
