package dev.varve.cli.demo;

import dev.varve.error.Rejected;
import dev.varve.key.TimeRange;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The world of a folder and the ranges that are already written, in a file beside the database. After a kill the file lags
 * behind the database; those ranges are written again, which changes nothing.
 */
final class DemoState {

    static final String FILE = "demo.properties";

    /** A part of the world. */
    enum Part {
        FLEET,
        SITES;

        private String key() {
            return this == FLEET ? "fleet" : "sites";
        }
    }

    private final Path file;
    private final DemoWorld world;
    private final Map<Part, FilledRanges> filled = new EnumMap<>(Part.class);

    private DemoState(Path file, DemoWorld world) {
        this.file = file;
        this.world = world;
        for (Part part : Part.values()) {
            filled.put(part, FilledRanges.NOTHING);
        }
    }

    /** Creates a world in a folder. */
    static DemoState begin(Path directory, DemoWorld world) {
        return new DemoState(directory.resolve(FILE), world);
    }

    /** Returns the world in a folder. */
    static Optional<DemoState> find(Path directory) {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Properties stored = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            stored.load(reader);
            DemoWorld world = new DemoWorld(
                    Long.parseLong(stored.getProperty("seed", "")),
                    Integer.parseInt(stored.getProperty("devices", "")),
                    Instant.parse(stored.getProperty("origin", "")));
            DemoState state = new DemoState(file, world);
            for (Part part : Part.values()) {
                state.filled.put(part, FilledRanges.parse(stored.getProperty(part.key(), "")));
            }
            return Optional.of(state);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NumberFormatException | DateTimeException | ArrayIndexOutOfBoundsException e) {
            throw new Rejected(
                    "demo.state",
                    "%s cannot be read (%s): delete the folder, or choose another with --data"
                            .formatted(file, e.getMessage()));
        }
    }

    DemoWorld world() {
        return world;
    }

    synchronized FilledRanges filled(Part part) {
        return filled.getOrDefault(part, FilledRanges.NOTHING);
    }

    /** Adds a range that is written; {@link #save} stores it. */
    synchronized void done(Part part, TimeRange range) {
        filled.put(part, filled(part).with(range));
    }

    synchronized void save() {
        Properties stored = new Properties();
        stored.setProperty("seed", String.valueOf(world.seed()));
        stored.setProperty("devices", String.valueOf(world.devices()));
        stored.setProperty("origin", world.origin().toString());
        filled.forEach((part, ranges) -> stored.setProperty(part.key(), ranges.text()));
        Path temporary = file.resolveSibling(FILE + ".tmp");
        try {
            try (Writer writer = Files.newBufferedWriter(temporary)) {
                stored.store(writer, null);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
