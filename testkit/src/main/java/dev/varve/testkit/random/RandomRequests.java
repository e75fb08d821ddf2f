package dev.varve.testkit.random;

import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.item.ValueOrder;
import dev.varve.item.ValueType;
import dev.varve.table.BatchGet;
import dev.varve.table.BatchWrite;
import dev.varve.table.Condition;
import dev.varve.table.ConditionCheck;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.IndexSchema;
import dev.varve.table.Key;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Request;
import dev.varve.table.Scan;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactGet;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.Write;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Draws requests of every kind for one table: mostly valid ones, on few keys, and some invalid ones. */
public final class RandomRequests {

    private final Draw draw;
    private final TableSchema schema;
    private final RandomItems items;
    private final RandomUpdates updates;

    public RandomRequests(Draw draw, TableSchema schema, InstantSource clock) {
        this.draw = draw;
        this.schema = schema;
        this.items = new RandomItems(draw, schema, clock);
        this.updates = new RandomUpdates(draw, items, schema);
    }

    /** Returns any request except a query or scan that resumes a page. */
    public Request next() {
        return switch (draw.below(21)) {
            case 0, 1 -> get();
            case 2, 3, 4 -> put();
            case 5, 6, 7, 8 -> update();
            case 9, 10 -> delete();
            case 11, 12, 13 -> query();
            case 14, 15 -> scan();
            case 16 -> batchGet();
            case 17 -> batchWrite();
            case 18 -> transactGet();
            default -> transactWrite();
        };
    }

    public Get get() {
        Get get = Get.of(key());
        get = draw.chance(50) ? get.consistent() : get;
        return draw.chance(30) ? get.select(names()) : get;
    }

    public Put put() {
        Put put = Put.of(item());
        put = draw.chance(40) ? put.when(condition()) : put;
        return draw.chance(50) ? put.returningOld() : put;
    }

    public Update update() {
        Update update = draw.chance(98) ? updates.next() : Update.of(key());
        update = draw.chance(30) ? update.when(condition()) : update;
        return switch (draw.below(3)) {
            case 0 -> update.returningOld();
            case 1 -> update.returningNew();
            default -> update;
        };
    }

    public Delete delete() {
        Delete delete = Delete.of(key());
        delete = draw.chance(40) ? delete.when(condition()) : delete;
        return draw.chance(50) ? delete.returningOld() : delete;
    }

    public Query query() {
        IndexSchema index = index();
        KeySchema keys = index == null ? schema.key() : index.key();
        Query query = Query.of(items.part(keys.partition(), 3));
        query = index == null ? query : query.on(index.name());
        KeyAttribute sort = keys.sort();
        query = sort != null && draw.chance(60) ? sorted(query, sort) : query;
        query = draw.chance(40) ? query.where(filter(index)) : query;
        query = draw.chance(50) ? query.descending() : query;
        query = draw.chance(60) ? query.limit(draw.between(1, 5)) : query;
        query = draw.chance(index == null ? 30 : 2) ? query.consistent() : query;
        return switch (draw.below(8)) {
            case 0 -> query.countOnly();
            case 1 -> query.select(selection(index));
            default -> query;
        };
    }

    private Query sorted(Query query, KeyAttribute sort) {
        Value a = items.part(sort, 6);
        Value b = items.part(sort, 6);
        boolean isOrdered = Objects.requireNonNull(ValueOrder.compare(a, b)) <= 0;
        return switch (draw.below(7)) {
            case 0 -> query.equalTo(a);
            case 1 -> query.from(a);
            case 2 -> query.after(a);
            case 3 -> query.upTo(a);
            case 4 -> query.before(a);
            case 5 -> isOrdered ? query.between(a, b) : query.between(b, a);
            default -> sort.type() == ValueType.TEXT ? query.beginsWith(draw.oneOf("k", "k1", "x")) : query.equalTo(b);
        };
    }

    public Scan scan() {
        IndexSchema index = index();
        Scan scan = index == null ? Scan.all() : Scan.all().on(index.name());
        scan = draw.chance(40) ? scan.where(filter(index)) : scan;
        scan = draw.chance(30) ? scan.limit(draw.between(1, 5)) : scan;
        scan = draw.chance(index == null ? 30 : 2) ? scan.consistent() : scan;
        return switch (draw.below(8)) {
            case 0 -> scan.countOnly();
            case 1 -> scan.select(selection(index));
            default -> scan;
        };
    }

    public BatchGet batchGet() {
        BatchGet batch = BatchGet.of(keys());
        batch = draw.chance(50) ? batch.consistent() : batch;
        return draw.chance(30) ? batch.select(names()) : batch;
    }

    public BatchWrite batchWrite() {
        List<Write> writes = new ArrayList<>();
        for (Key key : keys()) {
            writes.add(draw.chance(60) ? Put.of(items.item(key)) : Delete.of(key));
        }
        if (draw.chance(4)) {
            writes.add(updates.next());
        }
        return BatchWrite.of(writes);
    }

    public TransactGet transactGet() {
        return new TransactGet(keys());
    }

    public TransactWrite transactWrite() {
        TransactWrite transaction = TransactWrite.of();
        for (Key key : keys()) {
            transaction = transaction.and(action(key));
        }
        return transaction;
    }

    /** Returns a write that is allowed in a transaction. */
    public Write action(Key key) {
        Update update = updates.next();
        Write write = switch (draw.below(6)) {
            case 0, 1 -> Put.of(items.item(key));
            case 2 -> Delete.of(key);
            case 3 -> ConditionCheck.of(key, condition());
            default -> new Update(key, update.actions(), update.condition(), update.returning(), null);
        };
        if (draw.chance(85) || write instanceof ConditionCheck) {
            return write;
        }
        return write instanceof Put put
                ? put.when(condition())
                : write instanceof Delete delete ? delete.when(condition()) : ((Update) write).when(condition());
    }

    /** Returns a few different keys; sometimes one of them twice, or none. */
    private List<Key> keys() {
        if (draw.chance(1)) {
            return List.of();
        }
        Set<Key> keys = new LinkedHashSet<>(draw.times(draw.between(1, 4), items::key));
        List<Key> list = new ArrayList<>(keys);
        if (draw.chance(2)) {
            list.add(list.get(0));
        }
        return list;
    }

    private Key key() {
        if (draw.chance(98)) {
            return items.key();
        }
        return draw.oneOf(Key.of(""), Key.of("p", 1), Key.of("k1"), Key.of("k1", ""), Key.of(7, 7), Key.of("", "k1"));
    }

    private Item item() {
        Item item = items.item();
        if (draw.chance(97)) {
            return item;
        }
        return switch (draw.below(5)) {
            case 0 -> item.without(schema.key().partition().name());
            case 1 -> item.with("blob", "x".repeat(410_000));
            case 2 -> item.with("gsi1pk", draw.oneOf(Value.of(""), Value.of(1)));
            case 3 -> item.with("", 1);
            default -> item.with(schema.key().partition().name(), true);
        };
    }

    private Condition condition() {
        List<String> names = new ArrayList<>(RandomItems.NAMES);
        names.addAll(schema.key().names());
        return new RandomConditions(draw, items, names).next();
    }

    /** Returns a filter on attributes that the index holds (the table for null); sometimes on others. */
    private Condition filter(@Nullable IndexSchema index) {
        Set<String> held = index == null ? null : schema.projected(index);
        List<String> names = new ArrayList<>(RandomItems.NAMES);
        if (held != null && draw.chance(97)) {
            names.retainAll(held);
        }
        if (names.isEmpty() || draw.chance(1)) {
            names.addAll(schema.key().names());
        }
        return new RandomConditions(draw, items, names).next();
    }

    private String[] selection(@Nullable IndexSchema index) {
        Set<String> held = index == null ? null : schema.projected(index);
        return held == null || draw.chance(3) ? names() : new String[] {draw.oneOf(new ArrayList<>(held))};
    }

    private String[] names() {
        List<String> names = new ArrayList<>(RandomItems.NAMES);
        names.addAll(schema.key().names());
        return draw.times(draw.between(1, 3), () -> draw.oneOf(names)).toArray(String[]::new);
    }

    private @Nullable IndexSchema index() {
        return schema.indexes().isEmpty() || draw.chance(55) ? null : draw.oneOf(schema.indexes());
    }
}
