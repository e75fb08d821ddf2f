package dev.varve.engine.rocksdb.internal.store;

import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The file that identifies a directory as a Varve database of a format. It holds one line of text. */
enum Marker {
    /** The database is being created and holds no data yet. */
    CREATING("creating"),
    READY("ready");

    static final String FILE = "VARVE";
    static final String TEMPORARY = "VARVE.new";

    /** The format of keys and values as {@code docs/format/rocksdb.md} describes it. */
    static final int FORMAT = 1;

    private static final Pattern LINE = Pattern.compile("varve rocksdb format (\\d{1,9}) (\\w+)\n");

    private final String text;

    Marker(String text) {
        this.text = text;
    }

    /** Returns the marker of this directory, or null if there is none; rejects a newer format. */
    static @Nullable Marker read(Path root) throws IOException {
        Path file = root.resolve(FILE);
        if (!Files.exists(file)) {
            return null;
        }
        String line = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            throw Directory.damaged(
                    root, "its marker %s does not read \"varve rocksdb format …\"".formatted(FILE), null);
        }
        int format = Integer.parseInt(matcher.group(1));
        if (format > FORMAT) {
            throw new Rejected(
                    "rocksdb.newer-format",
                    "the database in %s has format %d; this version of Varve reads up to format %d: use a newer Varve"
                            .formatted(root, format, FORMAT));
        }
        return matcher.group(2).equals(CREATING.text) ? CREATING : READY;
    }

    /** Replaces the marker atomically and durably. */
    void write(Path root) {
        Path temporary = root.resolve(TEMPORARY);
        byte[] line = "varve rocksdb format %d %s\n".formatted(FORMAT, text).getBytes(StandardCharsets.UTF_8);
        try {
            try (FileChannel channel = FileChannel.open(
                    temporary,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING)) {
                channel.write(ByteBuffer.wrap(line));
                channel.force(true);
            }
            Files.move(temporary, root.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
            // Syncs the directory too; otherwise the new name may be lost.
            try (FileChannel directory = FileChannel.open(root, StandardOpenOption.READ)) {
                directory.force(true);
            }
        } catch (IOException e) {
            throw new Unavailable("rocksdb.io", "cannot write %s in %s: %s".formatted(FILE, root, e), e);
        }
    }
}
