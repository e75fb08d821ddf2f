package dev.varve.server.http;

import dev.varve.core.VarveException;
import java.util.Set;

/**
 * Tells a table that refuses the server itself from one that refuses what was sent: credentials that ran out, a clock that
 * is wrong, a table that is gone. Whoever asks can change nothing about it, and sends the same again later.
 */
public final class Outage {

    private static final Set<String> CODES = Set.of("dynamodb.access", "dynamodb.refused", "table.missing");

    private Outage() {}

    public static boolean is(VarveException refusal) {
        return CODES.contains(refusal.code());
    }
}
