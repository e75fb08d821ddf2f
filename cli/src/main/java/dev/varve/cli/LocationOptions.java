package dev.varve.cli;

import dev.varve.cli.client.Connection;
import dev.varve.cli.client.DatabaseLocation;
import dev.varve.cli.serve.Ports;
import dev.varve.error.Rejected;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say where the database is. */
final class LocationOptions {

    private static final String DEFAULT_FOLDER = "varve-data";

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "address of a running server, for example http://127.0.0.1:8080 (env VARVE_SERVER)")
    private @Nullable String server;

    @Option(names = "--token", paramLabel = "TOKEN", description = "token for the server (env VARVE_TOKEN)")
    private @Nullable String token;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "file that holds the token, or - for standard input; unlike --token, other users of the"
                    + " machine cannot see it (env VARVE_TOKEN_FILE)")
    private @Nullable String tokenFile;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "folder of the database on this machine, used by a server or not; ./varve-data by default"
                    + " (env VARVE_DATA)")
    private @Nullable Path data;

    @Option(names = "--table", paramLabel = "NAME", description = "a table in DynamoDB")
    private @Nullable String table;

    @Option(names = "--region", paramLabel = "REGION", description = "the region of the table")
    private @Nullable String region;

    @Option(names = "--endpoint", paramLabel = "URL", description = "address of DynamoDB Local or a compatible service")
    private @Nullable String endpoint;

    /** Connects to an existing database. */
    Connection connect() {
        return Connection.to(place(System.getenv()), Connection.IfMissing.REFUSE);
    }

    /** Connects to a database, and creates it if it does not exist. */
    Connection connectOrCreate() {
        return Connection.to(place(System.getenv()), Connection.IfMissing.CREATE);
    }

    /** Returns the location that the options name, or else the environment. */
    DatabaseLocation place(Map<String, String> environment) {
        if (Stream.of(server, data, table).filter(given -> given != null).count() > 1) {
            throw new Rejected("cli.where", "give only one of --server, --data and --table");
        }
        if (table == null && (region != null || endpoint != null)) {
            throw new Rejected("cli.where", "--region and --endpoint need --table");
        }
        String known = known(environment);
        if (table != null) {
            return new DatabaseLocation.DynamoDb(table, region, endpoint == null ? null : url(endpoint));
        }
        if (data != null) {
            return new DatabaseLocation.Folder(data, known);
        }
        String address = server != null ? server : variable(environment, "VARVE_SERVER");
        if (address != null) {
            return new DatabaseLocation.Server(url(address), known);
        }
        return new DatabaseLocation.Folder(folder(environment), known);
    }

    /** Returns the folder that is used when no option names a database. */
    static Path folder(Map<String, String> environment) {
        String folder = variable(environment, "VARVE_DATA");
        return Path.of(folder == null ? DEFAULT_FOLDER : folder);
    }

    /** Returns the token. It is cached, because standard input can be read only once. */
    private @Nullable String known(Map<String, String> environment) {
        if (token != null && tokenFile != null) {
            throw new Rejected("cli.token", "give --token or --token-file, not both");
        }
        if (token == null) {
            String variable = variable(environment, "VARVE_TOKEN");
            String file =
                    tokenFile != null ? tokenFile : variable == null ? variable(environment, "VARVE_TOKEN_FILE") : null;
            token = file == null ? variable : TokenFile.read(file);
            tokenFile = null;
        }
        return token;
    }

    private static @Nullable String variable(Map<String, String> environment, String name) {
        String value = environment.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    private static URI url(String text) {
        try {
            URI url = URI.create(text.contains("://") ? text : "http://" + text);
            if (url.getHost() != null
                    && url.getPort() <= Ports.MAX_PORT
                    && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // Reported below, with an example.
        }
        throw new Rejected("cli.url", "\"%s\" is not an address; write http://127.0.0.1:8080".formatted(text));
    }
}
