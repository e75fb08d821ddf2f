package dev.varve.cli.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.cli.transfer.Batch.Position;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The progress of an import, in a small file beside the imported file. It applies only to the same file, read with the same
 * options, and the same database. A file with another size or time is another file.
 */
public final class Checkpoint {

    public static final String SUFFIX = ".varve-progress";
    private static final JsonMapper JSON = new JsonMapper();

    /**
     * The progress of an earlier run.
     *
     * @param position where to continue
     * @param last some of the last stored records, as a body
     * @param refused the number of refused lines
     */
    record Reached(Position position, String last, long refused) {}

    private final @Nullable Path path;
    private final ObjectNode identity;
    private @Nullable IOException problem;

    private Checkpoint(@Nullable Path path, ObjectNode identity) {
        this.path = path;
        this.identity = identity;
    }

    /** Returns the checkpoint of a file and a database. */
    public static Checkpoint of(Path file, String place, Importer.Options options) throws IOException {
        ObjectNode identity = JSON.createObjectNode();
        identity.put("into", place);
        identity.put("size", Files.size(file));
        identity.put("modified", Files.getLastModifiedTime(file).toMillis());
        identity.put("format", options.format().name());
        identity.put("precision", options.precision());
        identity.put("untimed", options.untimed().name());
        identity.put("columns", options.columns().toString());
        identity.put("age", options.age().name());
        return new Checkpoint(Path.of(file + SUFFIX), identity);
    }

    /** Returns a checkpoint that stores nothing, for input that cannot be read twice. */
    public static Checkpoint none() {
        return new Checkpoint(null, JSON.createObjectNode());
    }

    /** Returns the progress of an earlier run, or null if there was none. */
    @Nullable
    Reached reached() {
        if (path == null || !Files.exists(path)) {
            return null;
        }
        try {
            JsonNode saved = JSON.readTree(Files.readString(path));
            // Compared as texts: a number may be read as another type than it was written as.
            if (!identity.toString().equals(saved.path("of").toString())) {
                return null;
            }
            return new Reached(
                    new Position(
                            saved.path("offset").asLong(), saved.path("line").asLong()),
                    saved.path("last").asText(),
                    saved.path("refused").asLong());
        } catch (IOException e) {
            // An unreadable file counts as no progress; sending lines again is safe.
            return null;
        }
    }

    /** Records that a batch and everything before it are stored. A failure does not stop the import. */
    void save(Batch batch, ImportReport report) {
        if (path == null || problem != null) {
            return;
        }
        ObjectNode saved = JSON.createObjectNode();
        saved.set("of", identity);
        saved.put("offset", batch.end().offset());
        saved.put("line", batch.end().line());
        saved.put("last", new String(batch.last(), StandardCharsets.UTF_8));
        saved.put("refused", report.refused());
        Path written = Path.of(path + ".new");
        try {
            Files.writeString(written, saved.toString());
            Files.move(written, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            problem = e;
        }
    }

    /** Returns why the progress could not be recorded. */
    public Optional<IOException> problem() {
        return Optional.ofNullable(problem);
    }

    /** Deletes the progress: the file is stored, or the import starts again. */
    public void forget() throws IOException {
        if (path != null) {
            Files.deleteIfExists(path);
        }
    }
}
