package dev.varve.cli.client;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where a database is. */
public sealed interface DatabaseLocation {

    /** Returns what the place is called, the same each time for the same database. */
    String name();

    /** A server that runs, and what it lets in. */
    record Server(URI url, @Nullable String token) implements DatabaseLocation {
        @Override
        public String name() {
            return url.toString();
        }

        /** A token must not come into a text by accident. */
        @Override
        public String toString() {
            return name();
        }
    }

    /**
     * A folder of this machine, in use by a server or not.
     *
     * @param token for the server that uses it
     */
    record Folder(Path directory, @Nullable String token) implements DatabaseLocation {
        /** The engine marks the folders of its databases so. */
        private static final String MARKER = "VARVE";

        /** Returns whether there is a database; one is made in a folder that is empty or not there. */
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

    /** A table in DynamoDB; region and endpoint are found where the AWS SDK looks for them unless given. */
    record DynamoDb(
            String table, @Nullable String region, @Nullable URI endpoint) implements DatabaseLocation {
        @Override
        public String name() {
            return "dynamodb:%s/%s".formatted(endpoint != null ? endpoint : region != null ? region : "default", table);
        }
    }
}
