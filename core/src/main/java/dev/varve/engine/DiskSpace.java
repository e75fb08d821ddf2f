package dev.varve.engine;

import org.jspecify.annotations.Nullable;

/**
 * The free space of the disk that an engine writes to, as the engine saw it last.
 *
 * @param freeBytes the bytes that this process can use, or {@link #UNKNOWN}
 * @param reserveBytes the engine rejects writes while fewer bytes than this are free; 0 for no reserve
 * @param refusal why the engine rejects writes, without a path, so that it is safe to publish; null while it accepts
 *     writes
 */
public record DiskSpace(
        long freeBytes, long reserveBytes, @Nullable String refusal) {

    /** The value of {@code freeBytes} when the free space is unknown. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    /** Returns whether the engine rejects writes because of its disk. */
    public boolean isRefusing() {
        return refusal != null;
    }
}
