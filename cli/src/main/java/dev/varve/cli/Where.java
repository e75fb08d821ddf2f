package dev.varve.cli;

import dev.varve.cli.client.Connection;
import dev.varve.cli.client.Place;
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
        String known = token != null ? token : said(environment, "VARVE_TOKEN");
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
        String folder = said(environment, "VARVE_DATA");
        return new Place.Folder(Path.of(folder == null ? DEFAULT_FOLDER : folder), known);
    }

    private static @Nullable String said(Map<String, String> environment, String name) {
        String value = environment.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    private static URI url(String text) {
        try {
            URI url = URI.create(text.contains("://") ? text : "http://" + text);
            if (url.getHost() != null && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // Said below, with how one is written.
        }
        throw new Rejected("cli.url", "\"%s\" is no address: write http://127.0.0.1:8080".formatted(text));
    }
}
