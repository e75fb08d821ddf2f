package dev.varve.cli.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varve.cli.transfer.Batch.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * How far a file has been stored, in a small file beside it. It counts only for the same file and database: one that has
 * another size or time is another file.
 */
public final class Checkpoint {

    public static final String SUFFIX = ".varve-progress";
    private static final JsonMapper JSON = new JsonMapper();

    private final @Nullable Path path;
    private final ObjectNode identity;

    private Checkpoint(@Nullable Path path, ObjectNode identity) {
        this.path = path;
        this.identity = identity;
    }

    /** Returns that of a file on its way into a database. */
    public static Checkpoint of(Path file, String place) throws IOException {
        ObjectNode identity = JSON.createObjectNode();
        identity.put("into", place);
        identity.put("size", Files.size(file));
        identity.put("modified", Files.getLastModifiedTime(file).toMillis());
        return new Checkpoint(Path.of(file + SUFFIX), identity);
    }

    /** Returns one that remembers nothing, for what cannot be read twice. */
    public static Checkpoint none() {
        return new Checkpoint(null, JSON.createObjectNode());
    }

    /** Takes up what an earlier run reached; returns where to go on. */
    Position resume(ImportReport report) {
        if (path == null || !Files.exists(path)) {
            return Position.BEGIN;
        }
        try {
            JsonNode saved = JSON.readTree(Files.readString(path));
            // As texts: a number that is read may be of another type than the one that was written.
            if (!identity.toString().equals(saved.path("of").toString())) {
                return Position.BEGIN;
            }
            report.resume(saved.path("line").asLong(), saved.path("refused").asLong());
            return new Position(
                    saved.path("offset").asLong(), saved.path("line").asLong());
        } catch (IOException e) {
            // What cannot be read says nothing; sending lines again does no harm.
            return Position.BEGIN;
        }
    }

    /** Notes that everything before this place is stored. */
    void save(Position position, ImportReport report) throws IOException {
        if (path == null) {
            return;
        }
        ObjectNode saved = JSON.createObjectNode();
        saved.set("of", identity);
        saved.put("offset", position.offset());
        saved.put("line", position.line());
        saved.put("refused", report.refused());
        Path written = Path.of(path + ".new");
        Files.writeString(written, saved.toString());
        Files.move(written, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Forgets: the file is stored, or is to be begun anew. */
    public void forget() throws IOException {
        if (path != null) {
            Files.deleteIfExists(path);
        }
    }
}
