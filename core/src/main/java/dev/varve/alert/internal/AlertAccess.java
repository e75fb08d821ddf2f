package dev.varve.alert.internal;

import dev.varve.alert.AlertStore;
import dev.varve.alert.Alerting;
import dev.varve.internal.AccessHolder;
import dev.varve.schema.internal.OpenSchema;

/** Opens the alerts of a database; {@link AlertStore} registers the one instance when its class is initialised. */
public abstract class AlertAccess {

    private static final AccessHolder<AlertAccess> HOLDER = new AccessHolder<>(AlertStore.class);

    /** Returns the instance that {@link AlertStore} registered. */
    public static AlertAccess instance() {
        return HOLDER.instance();
    }

    public static void register(AlertAccess access) {
        HOLDER.register(access);
    }

    public abstract AlertStore open(OpenSchema open, Alerting alerting);
}
