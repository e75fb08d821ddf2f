package dev.varve.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into this module. */
final class Version implements IVersionProvider {

    static String text() throws IOException {
        try (var stream = requireNonNull(Version.class.getResourceAsStream("version.txt"), "version.txt")) {
            return new String(stream.readAllBytes(), UTF_8).strip();
        }
    }

    @Override
    public String[] getVersion() throws IOException {
        return new String[] {text()};
    }
}
