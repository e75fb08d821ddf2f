package dev.varve.rollup.internal;

import dev.varve.internal.AccessHolder;
import dev.varve.key.Parts;
import dev.varve.rollup.OpenRollup;
import dev.varve.rollup.RollupQuery;

/**
 * The methods of open rollups that only Varve itself calls. They are package-private in the public types, so that
 * applications do not see them; {@link OpenRollup} registers the one instance when its class is initialised.
 */
public abstract class RollupAccess {

    private static final AccessHolder<RollupAccess> HOLDER = new AccessHolder<>(OpenRollup.class);

    /** Returns the instance that {@link OpenRollup} registered. */
    public static RollupAccess instance() {
        return HOLDER.instance();
    }

    public static void register(RollupAccess access) {
        HOLDER.register(access);
    }

    /** Returns the rollup of an open series, as applications see it. */
    public abstract OpenRollup open(RollupRuntime runtime);

    /** Returns the rollup that an open one wraps. */
    public abstract RollupRuntime runtime(OpenRollup rollup);

    /** Returns a query of the rows of an identity or group. */
    public abstract RollupQuery query(RollupRuntime rollup, RowReader reader, Parts identity);
}
