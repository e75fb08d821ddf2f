package dev.varve.cli.client;

import dev.varve.server.ReadingLayout;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The location of a database. */
public sealed interface DatabaseLocation {

    /** Returns the name of the location, which is stable for the same database. */
    String name();

    /** A running server, and the token for it. */
    record Server(URI url, @Nullable String token) implements DatabaseLocation {
        @Override
        public String name() {
            return url.toString();
        }

        /** Leaves out the token, so that it never appears in a text by accident. */
        @Override
        public String toString() {
            return name();
        }
    }

    /**
     * A folder on this machine, used by a server or not.
     *
     * @param token the token for the server that uses it
     */
    record Folder(Path directory, @Nullable String token) implements DatabaseLocation {
        /** How a new database stores readings, unless the user chooses. */
        public static final ReadingLayout STANDARD_LAYOUT = ReadingLayout.PACKED;

        /** The file that marks the folder of a database. */
        private static final String MARKER = "VARVE";

        /** Returns whether the folder holds a database. An empty or missing folder does not. */
        public boolean isDatabase() {
            return Files.exists(directory.resolve(MARKER));
        }

        @Override
        public String name() {
            return directory.toAbsolutePath().normalize().toString();
        }

        @Override
        public String toString() {
            return name();
        }
    }

    /** A table in DynamoDB. Without region or endpoint, the AWS SDK finds them. */
    record DynamoDb(
            String table, @Nullable String region, @Nullable URI endpoint) implements DatabaseLocation {

        /** How a new database stores readings, unless the user chooses. */
        public static final ReadingLayout STANDARD_LAYOUT = ReadingLayout.PACKED;

        @Override
        public String name() {
            return "dynamodb:%s/%s".formatted(endpoint != null ? endpoint : region != null ? region : "default", table);
        }
    }
}
