package dev.varve.cli.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The note in a folder that says which server has it, for the other commands; left behind by one that was killed. */
record ServerFile(Path file) {

    private static final Pattern URL = Pattern.compile("\"url\":\"([^\"]+)\"");

    static ServerFile in(Path directory) {
        return new ServerFile(directory.resolve("server.json"));
    }

    void write(String url) {
        Path temporary = file.resolveSibling("server.json.tmp");
        try {
            Files.writeString(
                    temporary,
                    "{\"url\":\"%s\",\"pid\":%s}\n"
                            .formatted(url, ProcessHandle.current().pid()));
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Optional<String> url() {
        try {
            Matcher url = URL.matcher(Files.readString(file));
            return url.find() ? Optional.of(url.group(1)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
