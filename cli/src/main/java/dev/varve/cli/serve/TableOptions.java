package dev.varve.cli.serve;

import dev.varve.error.Rejected;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name a table in DynamoDB. */
public final class TableOptions {

    @Option(names = "--table", paramLabel = "NAME", description = "a table in DynamoDB, instead of a folder")
    private @Nullable String table;

    @Option(names = "--region", paramLabel = "REGION", description = "the region of the table")
    private @Nullable String region;

    @Option(names = "--endpoint", paramLabel = "URL", description = "address of DynamoDB Local or a compatible service")
    private @Nullable String endpoint;

    /** The table that the options name. */
    public record Location(
            String table, @Nullable String region, @Nullable URI endpoint) {}

    /** Returns the table, or empty if none is named. */
    public Optional<Location> location() {
        return Optional.ofNullable(table)
                .map(name -> new Location(name, region, endpoint == null ? null : Ports.url(endpoint)));
    }

    /** Refuses options that describe a table where none is named. */
    public void requireTable() {
        if (table == null && (region != null || endpoint != null)) {
            throw needsTable();
        }
    }

    static Rejected needsTable() {
        return new Rejected("cli.where", "--region and --endpoint need --table");
    }
}
