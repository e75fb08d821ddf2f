package dev.varve.server.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The engine that holds the tables.
 *
 * @param engine its name
 * @param order the order in which a scan returns partitions
 * @param directory the folder of its files, or null if they are not on this machine
 */
public record Storage(String engine, Order order, @Nullable Path directory) {

    /** The order in which a scan returns the partitions of a table. */
    public enum Order {
        /** Sorted by their UTF-8 bytes, so partitions with the same prefix are neighbours. */
        BY_PARTITION,
        NONE
    }

    /** Returns the storage of an embedded database. */
    public static Storage rocksDb(Path directory) {
        return new Storage("rocksdb", Order.BY_PARTITION, directory);
    }

    public static Storage dynamoDb() {
        return new Storage("dynamodb", Order.NONE, null);
    }

    /** Returns the size of its files in bytes; empty if they are not on this machine. */
    public OptionalLong bytes() {
        if (directory == null) {
            return OptionalLong.empty();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return OptionalLong.of(
                    files.toList().stream().mapToLong(Storage::size).sum());
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    private static long size(Path file) {
        try {
            return Files.isDirectory(file) ? sizeOfAll(file) : Files.size(file);
        } catch (NoSuchFileException e) {
            // Compaction has removed it in the meantime.
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException("the size of a file of the database cannot be read", e);
        }
    }

    private static long sizeOfAll(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> listed = Files.list(directory)) {
            files = listed.toList();
        }
        return files.stream().mapToLong(Storage::size).sum();
    }
}
