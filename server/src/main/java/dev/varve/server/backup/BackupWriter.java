package dev.varve.server.backup;

import dev.varve.error.CorruptData;
import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.server.api.backup.BackupJson;
import dev.varve.server.http.answer.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.stream.Stream;

/**
 * Writes one backup: a copy that gets its name when all of it was read and found consistent. A folder with {@value #FILE} is
 * therefore a good backup, also after a power failure.
 */
public final class BackupWriter {

    /** Describes a backup in its folder. */
    public static final String FILE = "backup.json";

    /** The end of the name of a copy that is not checked yet. */
    static final String UNCHECKED = ".unchecked";

    /** The end of the name of a copy that is not complete. */
    static final String PARTIAL = ".partial";

    private BackupWriter() {}

    /**
     * Writes a backup, and removes everything of it if that fails.
     *
     * @param begun the backup as it begins
     * @param target its folder, which must not exist
     */
    public static BackupJson write(BackupSource source, BackupJson begun, Path target, InstantSource clock) {
        if (Files.exists(target)) {
            throw exists(target);
        }
        Path unchecked = target.resolveSibling(target.getFileName() + UNCHECKED);
        // What a killed process left.
        BackupFiles.removeLeftover(unchecked);
        BackupFiles.removeLeftover(partial(unchecked));
        try {
            Files.createDirectories(parent(target));
            source.copy(unchecked);
            BackupSource.Checked checked = source.check(unchecked);
            if (!checked.problems().isEmpty()) {
                throw new CorruptData(
                        "backup.damaged",
                        "the copy is inconsistent, so the database may be too: %s. Check the database with varve db audit"
                                .formatted(checked.problems().get(0)),
                        null);
            }
            BackupJson good = begun.good(clock.instant(), size(unchecked), checked.rows());
            describe(unchecked, good);
            Files.move(unchecked, target, StandardCopyOption.ATOMIC_MOVE);
            sync(parent(target));
            return good;
        } catch (IOException e) {
            remove(unchecked, e);
            throw new Unavailable("backup.io", "cannot write the backup to %s: %s".formatted(target, e), e);
        } catch (RuntimeException e) {
            remove(unchecked, e);
            throw e;
        }
    }

    /** Returns the folder in which an engine writes a copy that is not complete. */
    private static Path partial(Path copy) {
        return copy.resolveSibling(copy.getFileName() + PARTIAL);
    }

    static Rejected exists(Path target) {
        return new Rejected(
                "backup.exists",
                "backup %s exists: choose another name, or remove it first".formatted(target.getFileName()));
    }

    private static Path parent(Path target) {
        Path parent = target.toAbsolutePath().getParent();
        if (parent == null) {
            throw new Rejected("backup.name", "%s cannot be a backup".formatted(target));
        }
        return parent;
    }

    private static void remove(Path unchecked, Exception cause) {
        try {
            BackupFiles.remove(unchecked);
            BackupFiles.remove(partial(unchecked));
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private static void describe(Path folder, BackupJson backup) throws IOException {
        try (FileChannel file =
                FileChannel.open(folder.resolve(FILE), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap((Json.pretty(backup) + "\n").getBytes(StandardCharsets.UTF_8)));
            file.force(true);
        }
        sync(folder);
    }

    /** Makes the names in a directory durable. */
    private static void sync(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
