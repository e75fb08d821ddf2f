package dev.varve.server.api.fleet;

import dev.varve.alert.Severity;
import org.jspecify.annotations.Nullable;

/**
 * A location and the state of its devices.
 *
 * @param location The name of the location.
 * @param devices The number of devices there.
 * @param online The number of devices with a recent reading.
 * @param alerts The number of unresolved alerts.
 * @param worst The highest severity of these alerts; null without alerts.
 */
public record LocationJson(
        String location,
        int devices,
        int online,
        int alerts,
        @Nullable Severity worst) {}
