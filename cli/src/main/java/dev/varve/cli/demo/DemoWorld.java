package dev.varve.cli.demo;

import java.time.Instant;

/**
 * All that is made up.
 *
 * @param seed the same one makes the same world
 * @param devices how many devices there are
 * @param origin when it was first looked at
 */
record DemoWorld(long seed, int devices, Instant origin) {

    static final int USUAL_DEVICES = 200;

    SimFleet fleet() {
        return new SimFleet(seed, devices);
    }

    /** Returns the sites, which have fewer visitors where there are fewer devices than usual. */
    SimSites sites() {
        double share = Math.max(0.1, Math.min(1, devices / (double) USUAL_DEVICES));
        return new SimSites(seed, origin, DemoSites.all(share));
    }
}
