package dev.varve.cli;

import dev.varve.cli.client.Connection;
import dev.varve.cli.client.DatabaseLocation;
import dev.varve.cli.serve.Ports;
import dev.varve.cli.serve.TableOptions;
import dev.varve.error.Rejected;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
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

    @Mixin
    private TableOptions table;

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
        Optional<TableOptions.Location> named = table.location();
        if (Stream.of(server, data, named.orElse(null))
                        .filter(given -> given != null)
                        .count()
                > 1) {
            throw new Rejected("cli.where", "give only one of --server, --data and --table");
        }
        table.requireTable();
        String known = known(environment);
        if (named.isPresent()) {
            TableOptions.Location dynamoDb = named.get();
            return new DatabaseLocation.DynamoDb(dynamoDb.table(), dynamoDb.region(), dynamoDb.endpoint());
        }
        if (data != null) {
            return new DatabaseLocation.Folder(data, known);
        }
        String address = server != null ? server : variable(environment, "VARVE_SERVER");
        if (address != null) {
            return new DatabaseLocation.Server(Ports.url(address), known);
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
}
