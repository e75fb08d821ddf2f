package dev.varve.cli.backup;

import dev.varve.cli.client.DatabaseLocation;
import dev.varve.cli.client.RunningServer;
import dev.varve.cli.client.Unreachable;
import dev.varve.error.CorruptData;
import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.error.VarveException;
import dev.varve.server.backup.BackupSource;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;

/**
 * Copies a backup to the folder of a database. The folder gets its name when all of it was read and found consistent, so an
 * interrupted restore leaves no database behind.
 */
public final class Restore {

    private static final String MARKER = "VARVE";
    private static final String DATA = "data";
    private static final String PARTIAL = ".restoring";

    private final Path backup;
    private final Path target;
    private final Path parent;

    /** @param target the folder, which must not exist or be empty */
    public Restore(Path backup, Path target) {
        this.backup = backup;
        this.target = target.toAbsolutePath().normalize();
        Path above = this.target.getParent();
        if (above == null) {
            throw new Rejected("restore.not-empty", "a database cannot be restored to %s".formatted(target));
        }
        this.parent = above;
    }

    /** Restores the backup; returns the number of rows. */
    public long run() {
        requireBackup();
        requireEmpty();
        Path partial = target.resolveSibling(target.getFileName() + PARTIAL);
        try {
            Files.createDirectories(parent);
            try {
                Files.createDirectory(partial);
            } catch (IOException e) {
                if (Files.exists(partial)) {
                    throw new Rejected(
                            "restore.unfinished",
                            "%s is left from an interrupted restore: remove it first".formatted(partial));
                }
                throw e;
            }
            long rows = copied(partial);
            // Replaces an empty folder too.
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
            sync(parent);
            return rows;
        } catch (IOException e) {
            throw new Unavailable("restore.io", "cannot restore to %s: %s".formatted(target, e), e);
        }
    }

    private void requireBackup() {
        if (!new DatabaseLocation.Folder(backup, null).isDatabase()) {
            throw new Unreachable("there is no backup in " + backup, null);
        }
        RunningServer.find(backup).ifPresent(server -> {
            throw new Rejected(
                    "restore.in-use",
                    "%s is not a backup: the server at %s uses it. Make one with varve backup"
                            .formatted(backup, server.url()));
        });
    }

    private void requireEmpty() {
        if (!Files.exists(target)) {
            return;
        }
        try (Stream<Path> files = Files.list(target)) {
            List<String> found = files.map(file -> file.getFileName().toString())
                    .sorted()
                    .limit(3)
                    .toList();
            if (!found.isEmpty()) {
                throw new Rejected(
                        "restore.not-empty",
                        "folder %s is not empty (%s): stop its server and rename it, or choose another folder"
                                .formatted(target, String.join(", ", found)));
            }
        } catch (IOException e) {
            throw new Unavailable("restore.io", "cannot read folder %s: %s".formatted(target, e), e);
        }
    }

    private long copied(Path partial) throws IOException {
        try {
            copy(backup.resolve(DATA), partial.resolve(DATA));
            copy(backup.resolve(MARKER), partial.resolve(MARKER));
            sync(partial);
            BackupSource.Checked checked = FolderCopies.checked(partial);
            if (!checked.problems().isEmpty()) {
                throw new CorruptData(
                        "restore.damaged",
                        "backup %s is inconsistent: %s. Use another backup"
                                .formatted(backup, checked.problems().get(0)),
                        null);
            }
            return checked.rows();
        } catch (IOException | VarveException e) {
            remove(partial, e);
            throw e;
        }
    }

    /** Copies a file, or a folder with everything in it, and makes the copy durable. */
    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Files.createDirectory(to.resolve(from.relativize(folder).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path copy = file.equals(from)
                        ? to
                        : to.resolve(from.relativize(file).toString());
                Files.copy(file, copy);
                try (FileChannel written = FileChannel.open(copy, StandardOpenOption.WRITE)) {
                    written.force(true);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
                sync(to.resolve(from.relativize(folder).toString()));
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void remove(Path folder, Exception cause) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /** Makes the names in a directory durable. */
    private static void sync(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
