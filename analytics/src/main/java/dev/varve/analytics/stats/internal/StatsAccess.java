package dev.varve.analytics.stats.internal;

import dev.varve.analytics.stats.Filter;
import dev.varve.analytics.stats.Stats;
import dev.varve.internal.AccessHolder;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.function.Function;

/** Access to the inside of statistics; {@link Stats} registers the one instance when its class is initialised. */
public abstract class StatsAccess {

    private static final AccessHolder<StatsAccess> HOLDER = new AccessHolder<>(Stats.class);

    /** Returns the instance that {@link Stats} registered. */
    public static StatsAccess instance() {
        return HOLDER.instance();
    }

    public static void register(StatsAccess access) {
        HOLDER.register(access);
    }

    /**
     * Returns the statistics of a source.
     *
     * @param zones returns the time zone of a site
     * @param clock the database's
     */
    public abstract Stats stats(StatsSource source, Function<String, ZoneId> zones, InstantSource clock);

    /** Returns whether the session is selected; true if the filter is about hits. */
    public abstract boolean takes(Filter filter, SessionHits session);
}
