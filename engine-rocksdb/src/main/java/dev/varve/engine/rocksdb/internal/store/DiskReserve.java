package dev.varve.engine.rocksdb.internal.store;

import dev.varve.engine.DiskSpace;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.error.Unavailable;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Keeps part of the disk free: refuses writes while less than the reserve is free.
 *
 * <p>{@link #look} reads the free space, not for each write but after a number of bytes, and regularly by the database.
 * In between it is estimated. The estimate subtracts every byte that was admitted and was not known to be written when
 * the disk was read, so the write-ahead log alone never uses the reserve.
 */
public final class DiskReserve {

    /**
     * The default reserve in write buffers. Rows, indexes and changes have one each, and writing them to files (in the
     * background or when the database is opened) takes as much space again. The fourth is for journals or compaction.
     */
    private static final int DEFAULT_BUFFERS = 4;

    /**
     * The default reserve is at most the file system's size divided by this, so that a small file system stays usable.
     */
    private static final int DEFAULT_PART = 8;

    private static final long MIN_STEP = 64 * 1024;
    private static final long MAX_STEP = 4 * 1024 * 1024;
    private static final long MEGABYTE = 1024 * 1024;

    private static final System.Logger LOG = System.getLogger(DiskReserve.class.getName());

    private final Disk disk;
    private final long total;
    private final long reserve;
    /** The disk is read again after this many bytes. Writes resume when this much more than the reserve is free. */
    private final long step;

    private final AtomicLong admitted = new AtomicLong();
    private final AtomicLong written = new AtomicLong();
    /** The bytes written by the time the disk was last read. */
    private volatile long seen;

    private volatile long free = DiskSpace.UNKNOWN;
    private volatile boolean refusing;
    /** The free space that is needed to open RocksDB again after it ran out of space; 0 if it did not. */
    private volatile long neededToReopen;

    private boolean unreadable;

    private DiskReserve(Disk disk, long total, long reserve) {
        this.disk = disk;
        this.total = total;
        this.reserve = reserve;
        this.step = Math.max(MIN_STEP, Math.min(MAX_STEP, reserve / 16));
    }

    /** Returns the reserve for this disk according to the options. */
    public static DiskReserve of(Disk disk, RocksDbOptions options) throws IOException {
        long total = disk.totalBytes();
        Long wanted = options.diskReserveBytes();
        DiskReserve made = new DiskReserve(disk, total, wanted != null ? wanted : byDefault(total, options));
        made.look();
        return made;
    }

    private static long byDefault(long total, RocksDbOptions options) {
        long buffers = DEFAULT_BUFFERS * Math.min(options.writeBufferBytes(), RocksDbOptions.MAX_DISK_RESERVE_BYTES);
        return total > 0 ? Math.min(buffers, total / DEFAULT_PART) : buffers;
    }

    /** Returns whether the file system is too small for preallocated files. */
    boolean isSmallDisk(RocksDbOptions options) {
        return total > 0 && total / DEFAULT_PART < DEFAULT_BUFFERS * options.writeBufferBytes();
    }

    /**
     * Admits a write of this many bytes, or refuses it. The caller must call {@link #written} after an admitted write.
     */
    void admit(long bytes) {
        if (refusing) {
            throw refused();
        }
        if (!fits(bytes, reserve)) {
            if (free - reserve >= step) {
                throw new Unavailable(Failure.DISK_FULL, tooLarge(bytes));
            }
            refuse();
            throw refused();
        }
    }

    /** Admits a write that frees space, such as the removal of expired items. It may use half of the reserve. */
    void admitMakingRoom(long bytes) {
        if (!fits(bytes, reserve / 2)) {
            throw refused();
        }
    }

    private boolean fits(long bytes, long kept) {
        long ahead = admitted.addAndGet(bytes) - seen;
        if (reserve == 0) {
            return true;
        }
        if (ahead > step || free - ahead < kept) {
            look();
            ahead = admitted.get() - seen;
        }
        if (free - ahead >= kept) {
            return true;
        }
        admitted.addAndGet(-bytes);
        return false;
    }

    /** Records that an admitted write has finished or failed. */
    void written(long bytes) {
        written.addAndGet(bytes);
    }

    /** Reads the free space of the disk. */
    public synchronized void look() {
        long before = written.get();
        try {
            long now = disk.freeBytes();
            // Some network file systems report neither size nor free space.
            free = total > 0 || now > 0 ? Math.max(0, now) : DiskSpace.UNKNOWN;
            unreadable = false;
        } catch (IOException e) {
            if (!unreadable) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the free space of the disk cannot be read; writes are accepted",
                        e);
            }
            unreadable = true;
            free = DiskSpace.UNKNOWN;
        }
        seen = before;
        if (!refusing && free < reserve) {
            refuse();
        } else if (refusing && free - reserve >= step) {
            refusing = false;
            LOG.log(
                    System.Logger.Level.INFO,
                    "the disk of the database folder has %s free again: writes are accepted".formatted(size(free)));
        }
    }

    private synchronized void refuse() {
        if (!refusing) {
            refusing = true;
            LOG.log(System.Logger.Level.WARNING, "{0}", low());
        }
    }

    /** Records that RocksDB ran out of space and needs this much to be opened again; until {@link #recovered}. */
    synchronized void ranFull(long bytesToReopen) {
        if (neededToReopen == 0) {
            neededToReopen = bytesToReopen + reserve / 2;
            look();
            LOG.log(System.Logger.Level.WARNING, "{0}", full());
        }
    }

    synchronized void recovered() {
        neededToReopen = 0;
        LOG.log(System.Logger.Level.INFO, "the database was opened again after its disk was full: writes are accepted");
    }

    /** Returns whether RocksDB ran out of space and can be opened again, as of the last look. */
    boolean canReopen() {
        return neededToReopen > 0 && free >= neededToReopen;
    }

    public boolean isRefusing() {
        return refusing;
    }

    /** Returns whether this many bytes can be written, as of the last look, without touching half of the reserve. */
    boolean hasRoomFor(long bytes) {
        return free - reserve / 2 >= bytes;
    }

    /** Returns the free space as of the last look. */
    public DiskSpace space() {
        @Nullable String refusal = neededToReopen > 0 ? full() : refusing ? low() : null;
        return new DiskSpace(free, reserve, refusal);
    }

    private Unavailable refused() {
        return new Unavailable(Failure.DISK_FULL, low());
    }

    /** The message reaches clients, so it does not name the folder. */
    String full() {
        return "the disk of the database folder is full, so writes are refused: make room; writes are accepted again, without a restart, when %s are free"
                .formatted(atLeast(neededToReopen));
    }

    private String low() {
        return "the disk of the database folder has %s free, %s are kept in reserve, so writes are refused until %s are free: make room, or lower the reserve"
                .formatted(size(free), size(reserve), atLeast(reserve + step));
    }

    private String tooLarge(long bytes) {
        return "the disk of the database folder has %s free, %s are kept in reserve, and a write of %s does not fit: make room, or lower the reserve"
                .formatted(size(free), size(reserve), atLeast(bytes));
    }

    /** Rounded up. */
    private static String atLeast(long bytes) {
        return (bytes + MEGABYTE - 1) / MEGABYTE + " MB";
    }

    private static String size(long bytes) {
        return bytes >= MEGABYTE ? bytes / MEGABYTE + " MB" : bytes / 1024 + " KB";
    }
}
