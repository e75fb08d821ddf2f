package dev.varve.cli.client;

import dev.varve.engine.rocksdb.ChangeLogCap;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.error.CorruptData;
import dev.varve.error.Rejected;
import dev.varve.error.VarveException;
import dev.varve.series.PackingReport;
import dev.varve.server.ServerDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Packs the readings of a folder that no server uses. */
public final class FolderPacking {

    /** The code of a database whose packing was interrupted. */
    private static final String INTERRUPTED = "schema.converting";

    /** Keeps no change that every consumer has read. */
    private static final ChangeLogCap NOTHING = new ChangeLogCap(0, 0, Duration.ZERO);

    private final DatabaseLocation.Folder folder;

    private FolderPacking(DatabaseLocation.Folder folder) {
        this.folder = folder;
    }

    /** Refuses a place that is not a folder with a database, and one that a server uses. */
    public static FolderPacking of(DatabaseLocation place) {
        if (!(place instanceof DatabaseLocation.Folder folder)) {
            throw new Rejected(
                    "cli.pack-place",
                    "%s is not a folder, and only the readings of a folder can be packed: name it with --data"
                            .formatted(place.name()));
        }
        if (!folder.isDatabase()) {
            throw new Unreachable("there is no database in " + folder.directory(), null);
        }
        RunningServer.find(folder.directory()).ifPresent(server -> {
            throw new Rejected(
                    "cli.pack-server",
                    "the server at %s, process %s, uses folder %s: stop it, pack, and start it again"
                            .formatted(server.url(), server.pid(), folder.directory()));
        });
        return new FolderPacking(folder);
    }

    /** Finds out what {@link #run} would do. */
    public PackingReport check(Consumer<PackingReport> progress) {
        try (RocksDbEngine engine = open(RocksDbOptions.defaults())) {
            return ServerDatabase.packing(engine, LocalService.TABLE).check(progress);
        }
    }

    /**
     * Packs the readings, refreshes rows and alerts before and after, and frees the space.
     *
     * @param packed called after the readings are packed
     */
    public PackingReport run(Consumer<PackingReport> progress, Runnable packed) {
        // Before, so that everything that follows changes has seen the readings as items.
        settle();
        PackingReport report;
        try (RocksDbEngine engine = open(RocksDbOptions.defaults())) {
            report = ServerDatabase.packing(engine, LocalService.TABLE).run(progress);
        }
        if (report.events() > 0) {
            packed.run();
            settle();
            free();
        }
        return report;
    }

    private void settle() {
        try (Connection connection = Connection.to(folder, Connection.IfMissing.CREATE)) {
            connection.client();
        } catch (Unreachable e) {
            // Then it was settled before the packing began.
            if (!(e.getCause() instanceof VarveException known && known.code().equals(INTERRUPTED))) {
                throw e;
            }
        }
    }

    private void free() {
        try (RocksDbEngine engine = open(RocksDbOptions.defaults().changeReserve(NOTHING))) {
            engine.trimChanges();
            engine.compact();
        }
    }

    private RocksDbEngine open(RocksDbOptions options) {
        try {
            return RocksDbEngine.open(folder.directory(), options);
        } catch (CorruptData damaged) {
            throw damaged;
        } catch (VarveException e) {
            throw new Unreachable("cannot open %s: %s [%s]".formatted(folder.name(), e.getMessage(), e.code()), e);
        }
    }

    /** Returns the bytes of all files in the folder. */
    public long bytes() {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder.directory())) {
            files = all.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files.stream().mapToLong(FolderPacking::bytes).sum();
    }

    private static long bytes(Path file) {
        try {
            return Files.size(file);
        } catch (IOException removedMeanwhile) {
            return 0;
        }
    }
}
