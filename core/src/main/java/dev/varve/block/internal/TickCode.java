package dev.varve.block.internal;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.key.Tick;

/** The number of a tick in the header of a block. */
final class TickCode {

    private TickCode() {}

    static int of(Tick tick) {
        return switch (tick) {
            case SECONDS -> 0;
            case MILLIS -> 1;
            case NANOS -> 2;
        };
    }

    static Tick tick(int code) {
        return switch (code) {
            case 0 -> Tick.SECONDS;
            case 1 -> Tick.MILLIS;
            case 2 -> Tick.NANOS;
            default -> throw ByteReader.corrupt("the block has unknown tick %s".formatted(code));
        };
    }
}
