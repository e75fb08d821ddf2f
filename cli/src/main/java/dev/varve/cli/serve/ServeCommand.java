package dev.varve.cli.serve;

import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.error.Rejected;
import dev.varve.server.ReadingLayout;
import dev.varve.server.ServerDatabase;
import dev.varve.server.ServiceOptions;
import dev.varve.server.ServiceOptions.Access;
import dev.varve.server.backup.BackupSettings;
import dev.varve.server.channel.ChannelOptions;
import dev.varve.server.fleet.intake.Cardinality;
import dev.varve.server.http.access.Proxies;
import dev.varve.server.http.access.Tls;
import dev.varve.server.http.limit.ServerLimits;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code varve serve}: runs a server over a folder or a table. */
@Command(
        name = "serve",
        description = {
            "Serves a database: takes readings and hits, answers queries, shows the dashboard.",
            "",
            "  varve serve",
            "  varve serve --data /var/lib/varve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem",
            "  varve serve --table telemetry --region eu-central-1",
            "",
            "Each option can also be set by an environment variable (VARVE_TLS_CERT for --tls-cert) or in the file of --config"
                    + " (tls-cert = cert.pem). The command line overrides the environment, and the environment overrides the file.",
            "",
            "On this machine (127.0.0.1) a database without tokens is open to everybody. On any other address the server"
                    + " starts only if there is a token, or with --insecure.",
            ""
        },
        defaultValueProvider = SettingSources.class,
        mixinStandardHelpOptions = true)
public final class ServeCommand implements Callable<Integer> {

    private static final Path DEFAULT_FOLDER = Path.of("varve-data");

    @Spec
    private CommandSpec spec;

    // Read by SettingSources, which finds the option by its name.
    @SuppressWarnings("UnusedVariable")
    @Option(names = "--config", paramLabel = "FILE", description = "a properties file with values of options")
    private @Nullable Path config;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "the folder of the database, created if it does not exist (./varve-data)")
    private @Nullable Path data;

    @Mixin
    private TableOptions table;

    @Mixin
    private BackupOptions backup;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "address to listen on; 0.0.0.0 is all addresses (127.0.0.1)")
    private String host;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8080",
            description = "port, or 0 for any free port (8080)")
    private int port;

    @Option(names = "--tls-cert", paramLabel = "FILE", description = "certificates in PEM, the server's own first")
    private @Nullable Path tlsCert;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "private key of the certificate in PEM (PKCS #8)")
    private @Nullable Path tlsKey;

    @Option(names = "--insecure", description = "allow all requests without a token, even if there are tokens")
    private boolean isInsecure;

    @Option(
            names = "--max-body",
            paramLabel = "SIZE",
            defaultValue = "32m",
            converter = ByteSize.class,
            description = "largest body of a request after decompression (32m)")
    private long maxBody;

    @Option(
            names = "--disk-reserve",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description = "refuse writes while the disk of the folder has less free space than this; 0 for no reserve"
                    + " (128m, or an eighth of a small disk)")
    private @Nullable Long diskReserve;

    @Option(
            names = "--layout",
            paramLabel = "LAYOUT",
            description =
                    "how a new folder or table stores readings: packed into blocks, or as items; it keeps its layout (packed)")
    private @Nullable String layout;

    @Option(
            names = "--follow",
            paramLabel = "SECONDS",
            defaultValue = "1",
            description =
                    "how often packed readings that other servers on the same table have taken are read, 0.1 to 60;"
                            + " 0 for never: then they are visible here when their blocks are written (1)")
    private double follow;

    @Option(
            names = "--max-connections",
            paramLabel = "NUMBER",
            defaultValue = "4000",
            description = "largest number of connections (4000)")
    private int maxConnections;

    @Option(
            names = "--max-connections-per-address",
            paramLabel = "NUMBER",
            defaultValue = "250",
            description = "largest number of connections from one address; trusted proxies have no such limit (250)")
    private int maxConnectionsPerAddress;

    @Option(
            names = "--hit-rate",
            paramLabel = "NUMBER",
            defaultValue = "50",
            description =
                    "largest number of hits per second from one address to one site, on average over 20 seconds (50)")
    private int hitRate;

    @Option(
            names = "--max-devices",
            paramLabel = "COUNT",
            defaultValue = "1000000",
            description = "largest number of devices; readings of further devices are refused (1000000)")
    private int maxDevices;

    @Option(
            names = "--trusted-proxy",
            paramLabel = "ADDRESS",
            split = ",",
            defaultValue = "127.0.0.0/8,::1",
            description = "addresses or networks of trusted proxies, separated by commas; the client address in their"
                    + " X-Forwarded-For is used (127.0.0.0/8,::1)")
    private List<String> trustedProxies;

    @Option(
            names = "--allow-private-channels",
            description = "let notification channels connect to loopback and private addresses")
    private boolean isPrivateAllowed;

    @Override
    public Integer call() throws InterruptedException {
        Ports.requirePort(port);
        StoreLocation store = store();
        BackupSettings backups = backup.settings(store);
        ServiceOptions options = ServiceOptions.onLoopback(port)
                .withHost(host)
                .withTls(tls())
                .withLimits(limits())
                .withCardinality(cardinality())
                .behind(Proxies.of(trustedProxies))
                .withFollow(follow())
                .withChannels(ChannelOptions.STANDARD.withTargets(
                        isPrivateAllowed ? ChannelOptions.Targets.ANY : ChannelOptions.Targets.PUBLIC));
        if (port != 0) {
            Ports.requireFree(host, port);
        }
        ReadingLayout requested = layout();
        ServerDatabase database = store.open(requested == null ? store.standardLayout() : requested);
        ServerRun running;
        try {
            if (requested != null && requested != database.layout()) {
                throw new Rejected(
                        "serve.layout",
                        "%s stores readings as %s, which --layout cannot change: leave --layout out, or choose another place"
                                .formatted(store.shown(), named(database.layout())));
            }
            Access access = access(store, database);
            running =
                    ServerRun.start(store, database, options.withAccess(access), BackupOptions.open(backups, database));
            printSummary(store, running.url(), access);
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
        running.untilStopped(() -> {});
        return 0;
    }

    private @Nullable ReadingLayout layout() {
        if (layout == null) {
            return null;
        }
        for (ReadingLayout each : ReadingLayout.values()) {
            if (named(each).equals(layout)) {
                return each;
            }
        }
        throw new Rejected("cli.layout", "--layout is %s; it must be items or packed".formatted(layout));
    }

    private static String named(ReadingLayout layout) {
        return layout.name().toLowerCase(Locale.ROOT);
    }

    private Duration follow() {
        if (follow != 0 && !(follow >= 0.1 && follow <= 60)) {
            throw new Rejected("cli.follow", "--follow is %s; it must be 0, or 0.1 to 60 seconds".formatted(follow));
        }
        return Duration.ofMillis(Math.round(follow * 1_000));
    }

    private Cardinality cardinality() {
        if (maxDevices < 1) {
            throw new Rejected("cli.max-devices", "--max-devices is %s; it must be at least 1".formatted(maxDevices));
        }
        return Cardinality.DEFAULT.withDevices(maxDevices);
    }

    private StoreLocation store() {
        // --data or --table on the command line overrides the other one in the environment or the file.
        boolean isFolder = isGiven("--data");
        boolean isTable = isGiven("--table");
        Optional<TableOptions.Location> named = isFolder && !isTable ? Optional.empty() : table.location();
        if ((isFolder && isTable) || (!isTable && named.isPresent() && data != null)) {
            throw new Rejected("cli.where", "give --data or --table, not both");
        }
        if (isFolder && (isGiven("--region") || isGiven("--endpoint"))) {
            throw TableOptions.needsTable();
        }
        if (!isFolder) {
            table.requireTable();
        }
        if (named.isEmpty()) {
            return new StoreLocation.Folder(data == null ? DEFAULT_FOLDER : data, folderOptions());
        }
        if (isGiven("--disk-reserve")) {
            throw new Rejected("cli.where", "--disk-reserve is for folders: leave it out with --table");
        }
        TableOptions.Location dynamoDb = named.get();
        return new StoreLocation.DynamoDb(dynamoDb.table(), dynamoDb.region(), dynamoDb.endpoint());
    }

    private RocksDbOptions folderOptions() {
        RocksDbOptions options = RocksDbOptions.defaults();
        return diskReserve == null ? options : options.diskReserve(diskReserve);
    }

    private boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private ServerLimits limits() {
        if (maxBody < 1 || maxBody > Integer.MAX_VALUE) {
            throw new Rejected(
                    "cli.max-body", "--max-body is %s bytes; it must be from 1 byte to 2 GB".formatted(maxBody));
        }
        return new ServerLimits((int) maxBody)
                .withConnections(
                        atLeastOne("--max-connections", maxConnections),
                        atLeastOne("--max-connections-per-address", maxConnectionsPerAddress))
                .withHitsPerSecond(atLeastOne("--hit-rate", hitRate));
    }

    private static int atLeastOne(String option, int value) {
        if (value < 1) {
            throw new Rejected("cli.number", "%s is %s; it must be 1 or more".formatted(option, value));
        }
        return value;
    }

    private @Nullable Tls tls() {
        if ((tlsCert == null) != (tlsKey == null)) {
            throw new Rejected("cli.tls", "TLS needs both --tls-cert and --tls-key");
        }
        return tlsCert == null || tlsKey == null ? null : new Tls(tlsCert, tlsKey);
    }

    private Access access(StoreLocation store, ServerDatabase database) {
        if (isInsecure) {
            return Access.INSECURE;
        }
        if (!database.tokens().list().isEmpty()) {
            return Access.TOKENS;
        }
        if (Ports.address(host).isLoopbackAddress()) {
            return Access.OPEN;
        }
        throw new Rejected(
                "serve.no-tokens",
                "other machines can reach %s, and the database has no token. Create one: varve tokens create admin --scope admin %s. Or allow access without a token with --insecure"
                        .formatted(host, store.options()));
    }

    private void printSummary(StoreLocation store, String url, Access access) {
        PrintWriter out = spec.commandLine().getOut();
        boolean isLocal = Ports.address(host).isLoopbackAddress();
        out.println("data       " + store.shown());
        out.println("dashboard  " + url);
        out.println("listens    on %s, %s"
                .formatted(host, isLocal ? "for this machine only" : "for all machines that can reach it"));
        if (!access.isOpen()) {
            out.println("access     with a token; hits of sites and the pages of the dashboard need none");
        } else if (isLocal) {
            out.println("access     for everybody on this machine, as long as the database has no token at start");
            out.println("           create one: varve tokens create admin --scope admin " + store.options());
        } else {
            out.println("access     for EVERYBODY who can reach it, to read, write and delete: --insecure");
        }
        out.println("stop       with Ctrl-C");
        out.flush();
    }
}
