package dev.varve.core;

/**
 * Tells a table that refuses the process itself from one that refuses what was sent: credentials that ran out, a clock that
 * is wrong, a table that is gone. What was sent is not to blame, and may be sent again later.
 */
public final class Outage {

    private Outage() {}

    public static boolean is(VarveException refusal) {
        return refusal.isOutage();
    }
}
