package dev.varve.cli;

import dev.varve.cli.client.ApiClient;
import dev.varve.cli.client.Connection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

    /** Says something in a request, if it was given. */
    static void put(Map<String, Object> body, String name, @Nullable Object value) {
        if (value != null) {
            body.put(name, value);
        }
    }
}
