package dev.varve.engine.dynamodb.internal.table;

import dev.varve.engine.dynamodb.internal.EngineSettings;
import dev.varve.engine.dynamodb.internal.call.Backoff;
import dev.varve.engine.dynamodb.internal.call.Calls;
import dev.varve.engine.dynamodb.internal.expression.ExpressionShapes;
import dev.varve.engine.dynamodb.internal.feed.Feeds;
import dev.varve.engine.dynamodb.internal.read.ExistingTable;
import dev.varve.engine.dynamodb.internal.value.ItemReader;
import dev.varve.engine.support.SchemaDrift;
import dev.varve.error.Rejected;
import dev.varve.feed.ChangeFeed;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** The open tables of one engine. */
public final class Tables {

    private final EngineSettings settings;
    private final Calls<DynamoDbAsyncClient> calls;
    private final Feeds feeds;
    private final TableMaker maker;
    private final UUID salt = UUID.randomUUID();
    private final ExpressionShapes shapes = new ExpressionShapes();
    private final OnceTokens tokens = new OnceTokens();
    private final Map<String, DynamoDbTable> open = new HashMap<>();

    public Tables(DynamoDbAsyncClient client, Feeds.Clients streams, EngineSettings settings) {
        this.settings = settings;
        Backoff backoff = new Backoff(settings.retries(), settings.random(), settings.executor());
        this.calls = new Calls<>(client, settings.executor(), backoff);
        this.feeds = new Feeds(settings, calls, streams);
        this.maker = new TableMaker(calls, settings);
    }

    public void close() {
        calls.close();
        feeds.close();
    }

    public ChangeFeed changes(String table) {
        return feeds.of(schema(table));
    }

    public CompletableFuture<Table> open(TableSchema schema) {
        return Calls.guarded(() -> {
            DynamoDbTable known = find(schema.name());
            if (known != null) {
                return CompletableFuture.completedFuture(same(known, schema));
            }
            return maker.makeIfAbsent(schema)
                    .thenCompose(existing -> maker.differences(schema, existing))
                    .thenApply(differences -> {
                        refuse(schema, differences);
                        return same(keep(schema), schema);
                    });
        });
    }

    public InstantSource clock() {
        return settings.clock();
    }

    public CompletableFuture<Boolean> exists(String table) {
        return Calls.guarded(() -> maker.describe(table).thenApply(Optional::isPresent));
    }

    public CompletableFuture<List<String>> drift(TableSchema schema) {
        return Calls.guarded(() -> maker.describe(schema.name())
                .thenCompose(existing -> existing.isPresent()
                        ? maker.ttlAttribute(schema.name())
                                .thenApply(ttl -> ExistingTable.drift(schema, existing.get(), ttl.orElse(null)))
                        : CompletableFuture.completedFuture(List.of())));
    }

    private synchronized @Nullable DynamoDbTable find(String name) {
        return open.get(name);
    }

    private synchronized DynamoDbTable keep(TableSchema schema) {
        return open.computeIfAbsent(schema.name(), name -> {
            Context context = new Context(schema, calls, settings.clock(), shapes, new ItemReader());
            return new DynamoDbTable(context, this::schema, new Transactions(context, tokens, this::freshToken));
        });
    }

    /**
     * Returns a token for a transaction without one. It also depends on this engine instance: a generator with a fixed
     * seed would repeat the tokens of an earlier run, and DynamoDB would mistake new transactions for repeated ones.
     */
    private String freshToken() {
        synchronized (settings.random()) {
            return new UUID(
                            salt.getMostSignificantBits() ^ settings.random().nextLong(),
                            salt.getLeastSignificantBits() ^ settings.random().nextLong())
                    .toString();
        }
    }

    private TableSchema schema(String name) {
        DynamoDbTable table = find(name);
        if (table == null) {
            throw new Rejected("table.not-open", "table %s is not open on this engine: open it first".formatted(name));
        }
        return table.schema();
    }

    private static Table same(DynamoDbTable table, TableSchema schema) {
        refuse(schema, SchemaDrift.between(schema, table.schema()));
        return table;
    }

    private static void refuse(TableSchema schema, List<String> differences) {
        if (!differences.isEmpty()) {
            throw new Rejected(
                    "table.drift",
                    "table %s is not as declared: %s".formatted(schema.name(), String.join("; ", differences)));
        }
    }
}
