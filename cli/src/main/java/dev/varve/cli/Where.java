package dev.varve.cli;

import dev.varve.cli.client.Connection;
import dev.varve.cli.client.Place;
import dev.varve.cli.serve.Ports;
import dev.varve.core.Rejected;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say where the database is. */
final class Where {

    private static final String DEFAULT_FOLDER = "varve-data";

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "a server that runs, http://127.0.0.1:8080 (env VARVE_SERVER)")
    private @Nullable String server;

    @Option(names = "--token", paramLabel = "TOKEN", description = "what the server lets in (env VARVE_TOKEN)")
    private @Nullable String token;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "a file that holds the token, or - for the standard input; other users can see what is in"
                    + " --token while the command runs (env VARVE_TOKEN_FILE)")
    private @Nullable String tokenFile;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "a folder of this machine, in use by a server or not; ./varve-data unless said otherwise"
                    + " (env VARVE_DATA)")
    private @Nullable Path data;

    @Option(names = "--table", paramLabel = "NAME", description = "a table in DynamoDB")
    private @Nullable String table;

    @Option(names = "--region", paramLabel = "REGION", description = "the region of the table")
    private @Nullable String region;

    @Option(names = "--endpoint", paramLabel = "URL", description = "DynamoDB Local, or whatever speaks like it")
    private @Nullable String endpoint;

    /** Reaches a database that is there. */
    Connection connect() {
        return Connection.to(place(System.getenv()), Connection.IfMissing.REFUSE);
    }

    /** Reaches a database, which is made if there is none. */
    Connection connectOrCreate() {
        return Connection.to(place(System.getenv()), Connection.IfMissing.CREATE);
    }

    /** Returns the place that the options name, or else the environment. */
    Place place(Map<String, String> environment) {
        if (Stream.of(server, data, table).filter(given -> given != null).count() > 1) {
            throw new Rejected("cli.where", "say one of --server, --data and --table: there is one database at a time");
        }
        if (table == null && (region != null || endpoint != null)) {
            throw new Rejected("cli.where", "--region and --endpoint belong to --table, which is missing");
        }
        String known = known(environment);
        if (table != null) {
            return new Place.DynamoDb(table, region, endpoint == null ? null : url(endpoint));
        }
        if (data != null) {
            return new Place.Folder(data, known);
        }
        String address = server != null ? server : said(environment, "VARVE_SERVER");
        if (address != null) {
            return new Place.Server(url(address), known);
        }
        return new Place.Folder(folder(environment), known);
    }

    /** Returns the folder where nobody names one. */
    static Path folder(Map<String, String> environment) {
        String folder = said(environment, "VARVE_DATA");
        return Path.of(folder == null ? DEFAULT_FOLDER : folder);
    }

    /** Returns the token; asked for more than once, but the standard input can be read only once. */
    private @Nullable String known(Map<String, String> environment) {
        if (token != null && tokenFile != null) {
            throw new Rejected("cli.token", "say --token or --token-file: there is one token at a time");
        }
        if (token == null) {
            String variable = said(environment, "VARVE_TOKEN");
            String file =
                    tokenFile != null ? tokenFile : variable == null ? said(environment, "VARVE_TOKEN_FILE") : null;
            token = file == null ? variable : TokenFile.read(file);
            tokenFile = null;
        }
        return token;
    }

    private static @Nullable String said(Map<String, String> environment, String name) {
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
            // Said below, with how one is written.
        }
        throw new Rejected("cli.url", "\"%s\" is no address: write http://127.0.0.1:8080".formatted(text));
    }
}
