package dev.varve.table;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Up to 100 writes and checks of different items, applied all or none.
 *
 * @param token ensures that the transaction runs only once, even if it is sent again within ten minutes; null for none
 */
public record TransactWrite(List<Action> actions, @Nullable String token) implements Request {

    /**
     * One write of a transaction.
     *
     * @param table the name of another table opened on the same engine; null for the table the transaction is sent to
     */
    public record Action(@Nullable String table, Write write) {}

    public TransactWrite {
        actions = List.copyOf(actions);
    }

    /** Returns a transaction of writes to one table. */
    public static TransactWrite of(Write... writes) {
        TransactWrite transaction = new TransactWrite(List.of(), null);
        for (Write write : writes) {
            transaction = transaction.and(write);
        }
        return transaction;
    }

    /** Adds a write to the table that the transaction is sent to. */
    public TransactWrite and(Write write) {
        return with(new Action(null, write));
    }

    /** Adds a write to another table that is open on the same engine. */
    public TransactWrite andIn(String table, Write write) {
        return with(new Action(table, write));
    }

    private TransactWrite with(Action action) {
        List<Action> more = new ArrayList<>(actions);
        more.add(action);
        return new TransactWrite(more, token);
    }

    /**
     * Returns this transaction with a token, so that it runs only once, even if it is sent again within ten minutes.
     */
    public TransactWrite once(String onceToken) {
        return new TransactWrite(actions, onceToken);
    }
}
