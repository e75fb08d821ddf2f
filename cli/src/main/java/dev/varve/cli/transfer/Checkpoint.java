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
 * How far a file has been stored, in a small file beside it. It counts only for the same file, read the same way, and
 * place: one that has another size or time is another file.
 */
public final class Checkpoint {

    public static final String SUFFIX = ".varve-progress";
    private static final JsonMapper JSON = new JsonMapper();

    /**
     * How far an earlier run came.
     *
     * @param position where to go on
     * @param last some of the last records that it stored, as a body
     * @param refused how many lines were refused
     */
    record Reached(Position position, String last, long refused) {}

    private final @Nullable Path path;
    private final ObjectNode identity;
    private @Nullable IOException problem;

    private Checkpoint(@Nullable Path path, ObjectNode identity) {
        this.path = path;
        this.identity = identity;
    }

    /** Returns that of a file on its way into a database. */
    public static Checkpoint of(Path file, String place, Importer.Options options) throws IOException {
        ObjectNode identity = JSON.createObjectNode();
        identity.put("into", place);
        identity.put("size", Files.size(file));
        identity.put("modified", Files.getLastModifiedTime(file).toMillis());
        identity.put("format", options.format().name());
        identity.put("precision", options.precision());
        identity.put("untimed", options.untimed().name());
        identity.put("columns", options.columns().toString());
        return new Checkpoint(Path.of(file + SUFFIX), identity);
    }

    /** Returns one that remembers nothing, for what cannot be read twice. */
    public static Checkpoint none() {
        return new Checkpoint(null, JSON.createObjectNode());
    }

    /** Returns what an earlier run reached, or null where there was none. */
    @Nullable
    Reached reached() {
        if (path == null || !Files.exists(path)) {
            return null;
        }
        try {
            JsonNode saved = JSON.readTree(Files.readString(path));
            // As texts: a number that is read may be of another type than the one that was written.
            if (!identity.toString().equals(saved.path("of").toString())) {
                return null;
            }
            return new Reached(
                    new Position(
                            saved.path("offset").asLong(), saved.path("line").asLong()),
                    saved.path("last").asText(),
                    saved.path("refused").asLong());
        } catch (IOException e) {
            // What cannot be read says nothing; sending lines again does no harm.
            return null;
        }
    }

    /** Notes that a batch and everything before it are stored; where that cannot be noted, nothing else is harmed. */
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

    /** Returns why it could not be noted how far the import came. */
    public Optional<IOException> problem() {
        return Optional.ofNullable(problem);
    }

    /** Forgets: the file is stored, or is to be begun anew. */
    public void forget() throws IOException {
        if (path != null) {
            Files.deleteIfExists(path);
        }
    }
}
