package dev.varve.cli.client;

import dev.varve.engine.Engine;
import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.error.Unavailable;
import dev.varve.server.ReadingLayout;
import dev.varve.server.ServerDatabase;
import dev.varve.server.Service;
import dev.varve.server.ServiceOptions;
import dev.varve.server.channel.ChannelOptions;
import dev.varve.server.table.Storage;
import dev.varve.table.BlockingTable;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;

/** A complete server inside this process. Only this process knows its secret. */
final class LocalService implements AutoCloseable {

    /** The name of the table in a folder. */
    static final String TABLE = "varve";

    private static final int SECRET_BYTES = 24;

    /** A killed server leaves little to process. If there is more, it continues while the command runs. */
    private static final Duration AT_THE_BEGIN = Duration.ofSeconds(5);

    /** Enough for millions of readings. */
    private static final Duration AT_THE_END = Duration.ofMinutes(30);

    private final DatabaseLocation place;
    private final Connection.IfMissing ifMissing;
    private final ServerDatabase database;
    private final Service service;
    private final String secret;

    private LocalService(
            DatabaseLocation place,
            Connection.IfMissing ifMissing,
            ServerDatabase database,
            Service service,
            String secret) {
        this.place = place;
        this.ifMissing = ifMissing;
        this.database = database;
        this.service = service;
        this.secret = secret;
    }

    static LocalService start(DatabaseLocation place, Connection.IfMissing ifMissing) {
        ServerDatabase database = open(place, ifMissing);
        byte[] random = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(random);
        String secret = HexFormat.of().formatHex(random);
        try {
            Service service = Service.start(
                    database,
                    ServiceOptions.onLoopback(0)
                            .withAccess(ServiceOptions.Access.secret(secret))
                            .withStorage(storage(place))
                            // A command ends soon, so it leaves notices to the servers on the same table.
                            .withChannels(ChannelOptions.STANDARD.withDelivery(ChannelOptions.Delivery.OFF)));
            LocalService local = new LocalService(place, ifMissing, database, service, secret);
            local.settle(AT_THE_BEGIN);
            return local;
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    private static Storage storage(DatabaseLocation place) {
        return place instanceof DatabaseLocation.Folder folder
                ? Storage.rocksDb(folder.directory())
                : Storage.dynamoDb();
    }

    private static ServerDatabase open(DatabaseLocation place, Connection.IfMissing ifMissing) {
        if (place instanceof DatabaseLocation.DynamoDb table) {
            return opened(engine(table, ifMissing), table.table(), DatabaseLocation.DynamoDb.STANDARD_LAYOUT);
        }
        if (place instanceof DatabaseLocation.Folder folder) {
            if (ifMissing == Connection.IfMissing.REFUSE && !folder.isDatabase()) {
                throw missing("there is no database in " + folder.directory());
            }
            return opened(RocksDbEngine.open(folder.directory()), TABLE, DatabaseLocation.Folder.STANDARD_LAYOUT);
        }
        throw new IllegalArgumentException("a server is not opened in this process: " + place.name());
    }

    private static ServerDatabase opened(Engine engine, String table, ReadingLayout preferred) {
        try {
            return ServerDatabase.open(engine, table, preferred);
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    private static DynamoDbEngine engine(DatabaseLocation.DynamoDb place, Connection.IfMissing ifMissing) {
        DynamoDbEngine.Builder builder = DynamoDbEngine.builder();
        if (place.region() != null) {
            builder.region(place.region());
        }
        if (place.endpoint() != null) {
            builder.endpoint(place.endpoint());
        }
        DynamoDbEngine engine = builder.connect();
        try {
            if (ifMissing == Connection.IfMissing.REFUSE && !BlockingTable.await(engine.exists(place.table()))) {
                throw missing("there is no table " + place.table());
            }
            return engine;
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    private static Unreachable missing(String what) {
        return new Unreachable(what + "; name the database with --data, --table or --server", null);
    }

    /**
     * Waits until rollup rows and alerts include everything that was written, because nothing updates them while the
     * folder is closed. A table in DynamoDB has a server that does this all the time.
     */
    private void settle(Duration patience) {
        if (!(place instanceof DatabaseLocation.Folder)) {
            return;
        }
        try {
            database.varve().processing().catchUp(patience);
        } catch (Unavailable late) {
            // Nothing is lost: the next process that opens the folder continues.
        }
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + service.port());
    }

    String secret() {
        return secret;
    }

    @Override
    public void close() {
        if (ifMissing == Connection.IfMissing.CREATE) {
            settle(AT_THE_END);
        }
        service.close();
        database.close();
    }
}
