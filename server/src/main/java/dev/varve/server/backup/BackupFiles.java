package dev.varve.server.backup;

import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.server.api.backup.BackupJson;
import dev.varve.server.http.answer.Json;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The directory with the backups of one server, which is locked while the server runs. */
final class BackupFiles implements AutoCloseable {

    /** The end of the name of a backup that is being removed. */
    private static final String REMOVED = ".removed";

    /** The files of a backup. */
    private static final Set<String> FILES = Set.of("VARVE", "VARVE.new", "varve.lock", "data", BackupWriter.FILE);

    private static final String LOCK = "varve-backups.lock";

    private final Path directory;
    private final FileChannel lock;

    private BackupFiles(Path directory, FileChannel lock) {
        this.directory = directory;
        this.lock = lock;
    }

    /** Opens a directory, creates it if it does not exist, and removes what a killed server left there. */
    static BackupFiles open(Path directory) {
        try {
            Files.createDirectories(directory);
            FileChannel lock =
                    FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!isLocked(lock)) {
                lock.close();
                throw new Rejected(
                        "backup.directory-in-use",
                        "backup directory %s is in use by another server: give each server a directory of its own"
                                .formatted(directory));
            }
            BackupFiles files = new BackupFiles(directory, lock);
            files.removeLeftovers();
            return files;
        } catch (IOException e) {
            throw new Unavailable("backup.io", "cannot use backup directory %s: %s".formatted(directory, e), e);
        }
    }

    private static boolean isLocked(FileChannel lock) throws IOException {
        try {
            return lock.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private void removeLeftovers() throws IOException {
        for (Path each : folders()) {
            String name = each.getFileName().toString();
            boolean isLeftover = name.endsWith(REMOVED)
                    || name.endsWith(BackupWriter.UNCHECKED)
                    || name.endsWith(BackupWriter.UNCHECKED + BackupWriter.PARTIAL);
            if (isLeftover && holdsNothingElse(each)) {
                remove(each);
            }
        }
    }

    private static boolean holdsNothingElse(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.allMatch(file -> FILES.contains(file.getFileName().toString()));
        }
    }

    Path folder(String name) {
        return directory.resolve(name);
    }

    Optional<BackupJson> find(String name) {
        return Optional.ofNullable(read(folder(name)));
    }

    /** Returns the good backups, the newest first. */
    List<BackupJson> list() {
        try {
            return folders().stream()
                    .map(BackupFiles::read)
                    .flatMap(Stream::ofNullable)
                    .sorted(Comparator.comparing(BackupJson::startedAt).reversed())
                    .toList();
        } catch (IOException e) {
            throw new Unavailable("backup.io", "cannot read backup directory %s: %s".formatted(directory, e), e);
        }
    }

    /** Removes the oldest scheduled backups, except this number. */
    void keepScheduled(int number) {
        list().stream().filter(BackupJson::scheduled).skip(number).forEach(old -> {
            Path folder = folder(old.name());
            Path removed = folder.resolveSibling(old.name() + REMOVED);
            try {
                // Renamed first: what an interrupted removal leaves is no backup.
                Files.move(folder, removed, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                throw new Unavailable("backup.io", "cannot remove backup %s: %s".formatted(folder, e), e);
            }
            remove(removed);
        });
    }

    private List<Path> folders() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isDirectory).toList();
        }
    }

    /** Returns the backup in a folder, or null if there is none. */
    private static @Nullable BackupJson read(Path folder) {
        try {
            return Json.answer(Files.readString(folder.resolve(BackupWriter.FILE)), BackupJson.class)
                    .named(folder.getFileName().toString());
        } catch (IOException e) {
            return null;
        }
    }

    /** Removes what is left of an unfinished backup, if it exists; refuses a folder with other files. */
    static void removeLeftover(Path folder) {
        try {
            if (Files.exists(folder) && !holdsNothingElse(folder)) {
                throw new Rejected(
                        "backup.foreign",
                        "%s holds other files than a backup: rename it, or choose another name for the backup"
                                .formatted(folder));
            }
        } catch (IOException e) {
            throw new Unavailable("backup.io", "cannot read %s: %s".formatted(folder, e), e);
        }
        remove(folder);
    }

    /** Removes a folder with everything in it, if it exists. */
    static void remove(Path folder) {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException e) throws IOException {
                    Files.delete(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (NoSuchFileException e) {
            // There is none.
        } catch (IOException e) {
            throw new Unavailable("backup.io", "cannot remove %s: %s".formatted(folder, e), e);
        }
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new Unavailable("backup.io", "cannot unlock backup directory %s: %s".formatted(directory, e), e);
        }
    }
}
