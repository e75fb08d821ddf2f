package dev.varve.benchmarks.peers;

import java.nio.file.Path;

/** A kind of database that takes part, in the order of the table. */
enum Kind {
    VARVE("varve", Figure.LIBRARY_INGEST),
    VARVE_HTTP("varve-http", Figure.HTTP_INGEST),
    INFLUXDB("influxdb", Figure.HTTP_INGEST),
    VICTORIA("victoria", Figure.HTTP_INGEST),
    QUESTDB("questdb", Figure.HTTP_INGEST),
    DUCKDB("duckdb", Figure.LIBRARY_INGEST),
    SQLITE("sqlite", Figure.LIBRARY_INGEST),
    DYNAMODB("dynamodb", Figure.HTTP_INGEST);

    private final String word;
    private final Figure ingest;

    Kind(String word, Figure ingest) {
        this.word = word;
        this.ingest = ingest;
    }

    /** Returns the name on the command line and in the table. */
    String word() {
        return word;
    }

    /** Returns the figure that the speed of its ingest is. */
    Figure ingest() {
        return ingest;
    }

    boolean isOwn() {
        return this == VARVE || this == VARVE_HTTP;
    }

    /** Opens an empty database in an empty folder. */
    Database open(Path folder, Readings readings) throws Exception {
        return switch (this) {
            case VARVE -> new VarveDatabase(folder);
            case VARVE_HTTP -> new VarveHttpDatabase(folder);
            case INFLUXDB -> new InfluxDatabase(folder);
            case VICTORIA -> new VictoriaDatabase(folder, readings);
            case QUESTDB -> new QuestDatabase(folder, readings);
            case DUCKDB -> new DuckDatabase(folder);
            case SQLITE -> new SqliteDatabase(folder);
            case DYNAMODB -> new DynamoDatabase();
        };
    }
}
