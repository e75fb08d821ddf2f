package dev.varve;

import dev.varve.engine.Engine;
import dev.varve.schema.internal.EngineSession;
import java.util.Map;
import java.util.WeakHashMap;

/** Counts the databases that are open on each engine, so that the last one closes it. */
final class EngineUsers {

    /** Weak, because an engine may be dropped while databases on it were never closed. */
    private static final Map<Engine, Use> OPEN = new WeakHashMap<>();

    /** The session that the databases of one engine share, and how many there are. */
    private record Use(EngineSession session, int count) {}

    private EngineUsers() {}

    /** Counts one more database; returns the session that all databases of the engine share. */
    static synchronized EngineSession enter(Engine engine, String owner) {
        return OPEN.merge(
                        engine,
                        new Use(new EngineSession(engine::journal, owner, engine.journalDelay()), 1),
                        (before, first) -> new Use(before.session(), before.count() + 1))
                .session();
    }

    /** Returns whether a database is open on the engine. */
    static synchronized boolean isUsed(Engine engine) {
        return OPEN.containsKey(engine);
    }

    /** Returns whether this was the last database on the engine; ends the session then. */
    static boolean leave(Engine engine) {
        EngineSession ended;
        synchronized (EngineUsers.class) {
            Use use = OPEN.get(engine);
            if (use != null && use.count() > 1) {
                OPEN.put(engine, new Use(use.session(), use.count() - 1));
                return false;
            }
            OPEN.remove(engine);
            ended = use == null ? null : use.session();
        }
        if (ended != null) {
            ended.close();
        }
        return true;
    }
}
