/** Fleets of devices: registry, readings, rollups, alerts and anomalies. */
module dev.varve.iot {
    requires transitive dev.varve;
    requires static org.jspecify;

    exports dev.varve.iot;
}
