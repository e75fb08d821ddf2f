package dev.varve.cli.serve;

import dev.varve.cli.client.DatabaseLocation;
import dev.varve.engine.Engine;
import dev.varve.engine.dynamodb.DynamoDbEngine;
import dev.varve.engine.rocksdb.FolderInUse;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.error.Rejected;
import dev.varve.server.ReadingLayout;
import dev.varve.server.ServerDatabase;
import dev.varve.server.table.Storage;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The folder or table that a server keeps its data in. */
public sealed interface StoreLocation {

    /** The name of the table in a folder. */
    String TABLE = "varve";

    /** Opens the database, and creates it if it does not exist, with the standard layout of readings. */
    default ServerDatabase open() {
        return open(standardLayout());
    }

    /** Returns how a new database stores readings unless the caller chooses. */
    ReadingLayout standardLayout();

    /** Opens the database. Stored readings keep their layout; a new database gets the preferred one. */
    ServerDatabase open(ReadingLayout preferred);

    /** Returns the storage as the server's API describes it. */
    Storage storage();

    /** Returns a description for people. */
    String shown();

    /** Returns the options with which other commands find the database. */
    String options();

    /** A folder on this machine. */
    record Folder(Path directory, RocksDbOptions settings) implements StoreLocation {

        @Override
        public ReadingLayout standardLayout() {
            return DatabaseLocation.Folder.STANDARD_LAYOUT;
        }

        @Override
        public ServerDatabase open(ReadingLayout preferred) {
            try {
                return database(RocksDbEngine.open(directory, settings), TABLE, preferred);
            } catch (FolderInUse e) {
                throw new Rejected(
                        "serve.folder-in-use",
                        "folder %s is in use%s; stop that process first, or choose another folder with --data"
                                .formatted(
                                        directory,
                                        ServerFile.in(directory)
                                                .url()
                                                .map(url -> " by the server at " + url)
                                                .orElse("")));
            }
        }

        @Override
        public Storage storage() {
            return Storage.rocksDb(directory);
        }

        @Override
        public String shown() {
            return "folder %s".formatted(directory.toAbsolutePath().normalize());
        }

        @Override
        public String options() {
            return "--data " + directory;
        }
    }

    /** A table in DynamoDB or a compatible service. */
    record DynamoDb(
            String table, @Nullable String region, @Nullable URI endpoint) implements StoreLocation {

        @Override
        public ReadingLayout standardLayout() {
            return DatabaseLocation.DynamoDb.STANDARD_LAYOUT;
        }

        @Override
        public ServerDatabase open(ReadingLayout preferred) {
            DynamoDbEngine.Builder engine = DynamoDbEngine.builder();
            if (region != null) {
                engine.region(region);
            }
            if (endpoint != null) {
                engine.endpoint(endpoint);
            }
            return database(engine.connect(), table, preferred);
        }

        @Override
        public Storage storage() {
            return Storage.dynamoDb();
        }

        @Override
        public String shown() {
            return "DynamoDB table %s%s%s"
                    .formatted(table, region == null ? "" : " in " + region, endpoint == null ? "" : " at " + endpoint);
        }

        @Override
        public String options() {
            return "--table %s%s%s"
                    .formatted(
                            table,
                            region == null ? "" : " --region " + region,
                            endpoint == null ? "" : " --endpoint " + endpoint);
        }
    }

    private static ServerDatabase database(Engine engine, String table, ReadingLayout preferred) {
        try {
            return ServerDatabase.open(engine, table, preferred);
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }
}
