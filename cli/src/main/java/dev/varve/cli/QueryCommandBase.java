package dev.varve.cli;

import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.Connection;

/** A command that asks a database something and shows the answer. */
abstract class QueryCommandBase extends Placed {

    @Override
    public Integer call() throws Exception {
        try (Connection connection = connect(where())) {
            return run(connection.client());
        }
    }

    /** Reaches the database; those who write may make one. */
    Connection connect(LocationOptions place) {
        return place.connect();
    }

    abstract int run(ApiClient client) throws Exception;
}
