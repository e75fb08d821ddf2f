package dev.varve.engine.rocksdb.internal.store;

import dev.varve.engine.rocksdb.FolderInUse;
import dev.varve.error.CorruptData;
import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The directory of one database, locked while open. It holds a lock file, a marker that names the format, and a
 * subdirectory with RocksDB's files.
 */
public final class Directory implements AutoCloseable {

    /** The format of keys and values that is written; it and older ones are read. */
    public static final int FORMAT = Marker.FORMAT;

    private static final String LOCK = "varve.lock";
    private static final String DATA = "data";
    private static final String CURRENT = "CURRENT";

    /**
     * The directories that this process has locked. Closing any channel on a lock file releases the lock of the whole
     * process, so a held lock file is never opened again.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path root;
    private final Path held;
    private final FileChannel channel;
    private final FileLock lock;
    private boolean isNew;

    private Directory(Path root, Path held, FileChannel channel, FileLock lock) {
        this.root = root;
        this.held = held;
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Locks the directory, and creates it if there is none. Rejects a directory with other files, a newer format or
     * damage.
     */
    public static Directory open(Path root) {
        try {
            refuseForeign(root);
            Files.createDirectories(root);
            Path held = root.toRealPath();
            if (!HELD.add(held)) {
                throw inUse(root);
            }
            try {
                return lock(root, held);
            } catch (IOException | RuntimeException e) {
                HELD.remove(held);
                throw e;
            }
        } catch (IOException e) {
            throw new Unavailable("rocksdb.io", "cannot use directory %s: %s".formatted(root, e), e);
        }
    }

    private static Directory lock(Path root, Path held) throws IOException {
        FileChannel channel = FileChannel.open(root.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = tryLock(channel);
            if (lock == null) {
                throw inUse(root);
            }
            Directory directory = new Directory(root, held, channel, lock);
            directory.prepare();
            return directory;
        } catch (IOException | RuntimeException e) {
            closeQuietly(channel, e);
            throw e;
        }
    }

    private static Rejected inUse(Path root) {
        return new FolderInUse(
                "directory %s is in use by another engine, in this process or another one: close that first"
                        .formatted(root));
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Another copy of this class, from a second class loader, holds the lock.
            return null;
        }
    }

    private static void closeQuietly(FileChannel channel, Exception cause) {
        try {
            channel.close();
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /** Rejects a directory with files but no marker, before anything is written into it. */
    private static void refuseForeign(Path root) throws IOException {
        if (Files.exists(root) && !Files.isDirectory(root)) {
            throw new Rejected("rocksdb.foreign", "%s is a file, not a directory".formatted(root));
        }
        if (!Files.exists(root) || Files.exists(root.resolve(Marker.FILE))) {
            return;
        }
        try (Stream<Path> files = Files.list(root)) {
            List<String> others = files.map(file -> file.getFileName().toString())
                    .filter(name -> !Set.of(LOCK, Marker.TEMPORARY).contains(name))
                    .sorted()
                    .limit(3)
                    .toList();
            if (!others.isEmpty()) {
                throw new Rejected(
                        "rocksdb.foreign",
                        "directory %s holds other files (%s) and no Varve database: choose an empty or new directory"
                                .formatted(root, String.join(", ", others)));
            }
        }
    }

    private void prepare() throws IOException {
        Marker marker = Marker.read(root);
        if (marker == null || marker == Marker.CREATING) {
            // An interrupted creation has acknowledged no write: start again.
            deleteData();
            Marker.CREATING.write(root);
            isNew = true;
        } else if (!Files.exists(data().resolve(CURRENT))) {
            throw damaged(root, "%s/%s is missing".formatted(DATA, CURRENT), null);
        }
    }

    private void deleteData() throws IOException {
        if (Files.exists(data())) {
            try (Stream<Path> files = Files.walk(data())) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Marks the database as created: from now on it is opened, never created again. */
    void created() {
        if (isNew) {
            Marker.READY.write(root);
        }
    }

    public Path root() {
        return root;
    }

    Path data() {
        return root.resolve(DATA);
    }

    static CorruptData damaged(Path root, String what, @Nullable Exception cause) {
        return new CorruptData(
                "rocksdb.damaged",
                "the database in %s is damaged: %s. Keep the directory and restore a backup".formatted(root, what),
                cause);
    }

    @Override
    public void close() {
        try {
            lock.release();
            channel.close();
        } catch (IOException e) {
            throw new Unavailable("rocksdb.io", "cannot unlock directory %s: %s".formatted(root, e), e);
        } finally {
            HELD.remove(held);
        }
    }
}
