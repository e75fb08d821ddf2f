package dev.varve.engine.support;

import dev.varve.error.Rejected;
import dev.varve.item.Value;
import dev.varve.table.BatchGet;
import dev.varve.table.BatchWrite;
import dev.varve.table.Condition;
import dev.varve.table.ConditionCheck;
import dev.varve.table.Consistency;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.IndexSchema;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.Limits;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Returning;
import dev.varve.table.Scan;
import dev.varve.table.Select;
import dev.varve.table.SortCondition;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactGet;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.Write;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rejects requests that break DynamoDB's rules, before anything is sent or written. Every engine calls it first, so all
 * engines reject the same requests.
 */
public final class RequestCheck {

    private RequestCheck() {}

    /** Checks a get. */
    public static void get(TableSchema schema, Get get) {
        ItemCheck.key(schema, get.key());
        if (get.select() == Select.count()) {
            throw new Rejected("select.count", "a get returns an item; counting is for queries and scans");
        }
    }

    /** Checks a write that is sent outside a transaction or batch. */
    public static void write(TableSchema schema, Write write) {
        action(schema, write);
        if (write instanceof ConditionCheck) {
            throw new Rejected(
                    "check.alone", "a condition check is valid only in a transaction: read the item instead");
        }
        if (write instanceof Update update && update.token() != null) {
            token(update.token());
        }
    }

    private static void action(TableSchema schema, Write write) {
        resolved(write.condition());
        if (write instanceof Put put) {
            ItemCheck.stored(schema, put.item());
        } else {
            ItemCheck.key(schema, write.keyIn(schema));
        }
        if (write instanceof Update update) {
            UpdateCheck.actions(schema, update);
        }
    }

    private static void token(String token) {
        if (token.isEmpty() || token.length() > Limits.MAX_TOKEN_LENGTH) {
            throw new Rejected(
                    "transaction.token",
                    "token \"%s\" must have 1 to %s characters".formatted(token, Limits.MAX_TOKEN_LENGTH));
        }
    }

    /** Checks a query: key values, sort condition, consistency, filter and selection. */
    public static void query(TableSchema schema, Query query) {
        IndexSchema index = query.index() == null ? null : schema.index(query.index());
        KeySchema key = index == null ? schema.key() : index.key();
        ItemCheck.part(schema, key.partition(), query.partition(), Limits.MAX_PARTITION_KEY_BYTES);
        sort(schema, key, query.sort());
        consistency(index, query.consistency());
        filter(schema, index, query.filter());
        query.filter().paths(path -> {
            if (key.contains(path.attribute())) {
                throw new Rejected(
                        "query.filter-key",
                        "the filter names key attribute \"%s\"; DynamoDB filters other attributes only: use the sort condition"
                                .formatted(path.attribute()));
            }
        });
        select(schema, index, query.select());
    }

    private static void sort(TableSchema schema, KeySchema key, SortCondition condition) {
        if (condition == SortCondition.any()) {
            return;
        }
        if (key.sort() == null) {
            throw new Rejected(
                    "query.no-sort-key",
                    "the query on table %s has sort condition (%s), but there is no sort key: leave it out"
                            .formatted(schema.name(), condition));
        }
        sortValue(schema, key.sort(), condition.lowest());
        sortValue(schema, key.sort(), condition.highest());
    }

    private static void sortValue(TableSchema schema, KeyAttribute attribute, @Nullable Value value) {
        if (value != null) {
            ItemCheck.part(schema, attribute, value, Limits.MAX_SORT_KEY_BYTES);
        }
    }

    /** Checks a scan: consistency, filter and selection. */
    public static void scan(TableSchema schema, Scan scan) {
        IndexSchema index = scan.index() == null ? null : schema.index(scan.index());
        consistency(index, scan.consistency());
        filter(schema, index, scan.filter());
        select(schema, index, scan.select());
    }

    private static void consistency(@Nullable IndexSchema index, Consistency consistency) {
        if (index != null && consistency == Consistency.STRONG) {
            throw new Rejected(
                    "query.index-consistent",
                    "index %s cannot be read consistently: read the table, or leave consistent() out"
                            .formatted(index.name()));
        }
    }

    /** Rejects a comparison with objects whose stored value only a record mapping knows. */
    private static void resolved(Condition condition) {
        if (condition instanceof Condition.OfRecord comparison) {
            throw comparison.unresolved();
        } else if (condition instanceof Condition.And and) {
            and.all().forEach(RequestCheck::resolved);
        } else if (condition instanceof Condition.Or or) {
            or.any().forEach(RequestCheck::resolved);
        } else if (condition instanceof Condition.Not not) {
            resolved(not.condition());
        }
    }

    private static void filter(TableSchema schema, @Nullable IndexSchema index, Condition filter) {
        resolved(filter);
        Set<String> held = index == null ? null : schema.projected(index);
        if (index == null || held == null) {
            return;
        }
        filter.paths(path -> {
            if (!held.contains(path.attribute())) {
                throw notProjected(index, held, "filter", path.attribute());
            }
        });
    }

    private static void select(TableSchema schema, @Nullable IndexSchema index, Select select) {
        Set<String> held = index == null ? null : schema.projected(index);
        if (index != null && held != null && select instanceof Select.Only only) {
            for (String name : only.names()) {
                if (!held.contains(name)) {
                    throw notProjected(index, held, "selection", name);
                }
            }
        }
    }

    private static Rejected notProjected(IndexSchema index, Collection<String> held, String what, String name) {
        return new Rejected(
                "query.not-projected",
                "the %s names \"%s\", but index %s holds only %s: project it or read the table"
                        .formatted(what, name, index.name(), held));
    }

    /** Checks a batch get: number of keys, each key, and duplicates. */
    public static void batchGet(TableSchema schema, BatchGet batch) {
        count("batch.gets", "a batch get", batch.keys(), Limits.MAX_BATCH_GETS);
        batch.keys().forEach(key -> ItemCheck.key(schema, key));
        distinct("batch.repeated", batch.keys());
        if (batch.select() == Select.count()) {
            throw new Rejected("select.count", "a batch get returns items; counting is for queries and scans");
        }
    }

    /** Checks a batch write: number and kind of writes, each item, duplicates and total size. */
    public static void batchWrite(TableSchema schema, BatchWrite batch) {
        count("batch.writes", "a batch write", batch.writes(), Limits.MAX_BATCH_WRITES);
        long bytes = 0;
        for (Write write : batch.writes()) {
            boolean plain = (write instanceof Put || write instanceof Delete)
                    && write.returning() == Returning.NOTHING
                    && write.condition() == Condition.always();
            if (!plain) {
                throw new Rejected(
                        "batch.write-kind",
                        "a batch takes unconditional puts and deletes that return nothing; given %s: write it alone or in a transaction"
                                .formatted(ItemCheck.shown(write)));
            }
            action(schema, write);
            bytes += write instanceof Put put ? put.item().size() : 0;
        }
        distinct(
                "batch.repeated",
                batch.writes().stream().map(write -> write.keyIn(schema)).toList());
        bytes("batch.too-large", "the batch", bytes, Limits.MAX_BATCH_BYTES);
    }

    /** Checks a transactional read: number of keys, each key, and duplicates. */
    public static void transactGet(TableSchema schema, TransactGet transaction) {
        count("transaction.actions", "a transaction", transaction.keys(), Limits.MAX_TRANSACTION_ACTIONS);
        transaction.keys().forEach(key -> ItemCheck.key(schema, key));
        distinct("transaction.repeated", transaction.keys());
    }

    /**
     * Checks a transaction; {@code schemas} returns the schema of a table by name, and this table's schema for null.
     */
    public static void transactWrite(Function<@Nullable String, TableSchema> schemas, TransactWrite transaction) {
        count("transaction.actions", "a transaction", transaction.actions(), Limits.MAX_TRANSACTION_ACTIONS);
        if (transaction.token() != null) {
            token(transaction.token());
        }
        long bytes = 0;
        for (TransactWrite.Action action : transaction.actions()) {
            Write write = action.write();
            TableSchema schema = schemas.apply(action.table());
            action(schema, write);
            plain(write);
            bytes += write instanceof Put put ? put.item().size() : 0;
        }
        distinct(
                "transaction.repeated",
                transaction.actions().stream()
                        .map(action -> {
                            TableSchema schema = schemas.apply(action.table());
                            return List.of(schema.name(), action.write().keyIn(schema));
                        })
                        .toList());
        bytes("transaction.too-large", "the transaction", bytes, Limits.MAX_TRANSACTION_BYTES);
    }

    private static void plain(Write write) {
        if (write.returning() != Returning.NOTHING) {
            throw new Rejected("transaction.returning", "writes in a transaction return no item: read it afterwards");
        }
        if (write instanceof Update update && update.token() != null) {
            throw new Rejected(
                    "transaction.update-token", "give the token to the transaction, not to an update inside it");
        }
        if (write instanceof ConditionCheck check && check.condition() == Condition.always()) {
            throw new Rejected(
                    "check.condition", "a condition check has no condition: give it one, or leave the check out");
        }
    }

    private static void count(String code, String what, List<?> parts, int limit) {
        if (parts.isEmpty() || parts.size() > limit) {
            throw new Rejected(code, "%s has 1 to %s parts; given %s: split it".formatted(what, limit, parts.size()));
        }
    }

    private static void distinct(String code, List<?> keys) {
        Set<Object> seen = new HashSet<>();
        for (Object key : keys) {
            if (!seen.add(key)) {
                throw new Rejected(
                        code, "item %s occurs twice in one request: keep one of them".formatted(ItemCheck.shown(key)));
            }
        }
    }

    private static void bytes(String code, String what, long bytes, int limit) {
        if (bytes > limit) {
            throw new Rejected(code, "%s has %s bytes; the limit is %s: split it".formatted(what, bytes, limit));
        }
    }
}
