package dev.varve.engine;

import org.jspecify.annotations.Nullable;

/**
 * The free space of the disk that an engine writes to, as the engine saw it last.
 *
 * @param freeBytes the bytes that this process can still use, or {@link #UNKNOWN}
 * @param reserveBytes the engine refuses writes while fewer bytes than this are free; 0 where it keeps no reserve
 * @param refusal why the engine refuses writes, without a path, so that everybody may read it; null while it takes writes
 */
public record DiskSpace(
        long freeBytes, long reserveBytes, @Nullable String refusal) {

    /** The free space of a disk that does not tell. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    /** Returns whether the engine refuses writes because of its disk. */
    public boolean isRefusing() {
        return refusal != null;
    }
}
