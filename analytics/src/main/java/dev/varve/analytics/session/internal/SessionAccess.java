package dev.varve.analytics.session.internal;

import dev.varve.analytics.session.Visitors;
import dev.varve.internal.AccessHolder;

/** Creates the API of visitors; {@link Visitors} registers the one instance when its class is initialised. */
public abstract class SessionAccess {

    private static final AccessHolder<SessionAccess> HOLDER = new AccessHolder<>(Visitors.class);

    /** Returns the instance that {@link Visitors} registered. */
    public static SessionAccess instance() {
        return HOLDER.instance();
    }

    public static void register(SessionAccess access) {
        HOLDER.register(access);
    }

    public abstract Visitors visitors(SessionStore store, SessionWorker worker);
}
