package dev.varve.cli;

import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.Connection;

/** A command that sends requests to a database and shows the answer. */
abstract class QueryCommandBase extends Placed {

    @Override
    public Integer call() throws Exception {
        try (Connection connection = connect(where())) {
            return run(connection.client());
        }
    }

    /** Connects to the database; commands that write may create it. */
    Connection connect(LocationOptions place) {
        return place.connect();
    }

    abstract int run(ApiClient client) throws Exception;
}
