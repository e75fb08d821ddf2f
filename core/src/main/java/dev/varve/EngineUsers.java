package dev.varve;

import dev.varve.engine.Engine;
import java.util.Map;
import java.util.WeakHashMap;

/** Counts the databases that are open on each engine, so that the last one closes it. */
final class EngineUsers {

    /** Weak, because an engine may be dropped while databases on it were never closed. */
    private static final Map<Engine, Integer> OPEN = new WeakHashMap<>();

    private EngineUsers() {}

    public static synchronized void enter(Engine engine) {
        OPEN.merge(engine, 1, Integer::sum);
    }

    /** Returns whether this was the last database on the engine. */
    public static synchronized boolean leave(Engine engine) {
        return OPEN.computeIfPresent(engine, (user, count) -> count > 1 ? count - 1 : null) == null;
    }
}
