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
 * What holds the tables, as far as they do not tell themselves.
 *
 * @param engine what it is called
 * @param order how a scan comes by the partitions
 * @param directory where its files are, or null where they are not on this machine
 */
public record Storage(String engine, Order order, @Nullable Path directory) {

    /** How a scan comes by the partitions of a table. */
    public enum Order {
        /** In the order of their texts in UTF-8, so that those that begin alike are together. */
        BY_PARTITION,
        NONE
    }

    /** Returns that of an embedded database. */
    public static Storage rocksDb(Path directory) {
        return new Storage("rocksdb", Order.BY_PARTITION, directory);
    }

    public static Storage dynamoDb() {
        return new Storage("dynamodb", Order.NONE, null);
    }

    /** Returns how many bytes its files have; nothing where they are not on this machine. */
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
            // Compaction removed it meanwhile.
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
