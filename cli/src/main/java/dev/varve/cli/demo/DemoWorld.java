package dev.varve.cli.demo;

import java.time.Instant;

/**
 * The simulated world.
 *
 * @param seed the same seed gives the same world
 * @param devices the number of devices
 * @param origin the time of the first start
 */
record DemoWorld(long seed, int devices, Instant origin) {

    static final int DEFAULT_DEVICES = 200;

    SimFleet fleet() {
        return new SimFleet(seed, devices);
    }

    /** Returns the sites; they have fewer visitors if there are fewer devices than by default. */
    SimSites sites() {
        double share = Math.max(0.1, Math.min(1, devices / (double) DEFAULT_DEVICES));
        return new SimSites(seed, origin, DemoSites.all(share));
    }
}
