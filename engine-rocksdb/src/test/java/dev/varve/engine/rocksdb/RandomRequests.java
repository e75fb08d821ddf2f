package dev.varve.engine.rocksdb;

import dev.varve.item.Item;
import dev.varve.item.ValueType;
import dev.varve.table.AttributePath;
import dev.varve.table.BatchGet;
import dev.varve.table.BatchWrite;
import dev.varve.table.BlockingTable;
import dev.varve.table.Condition;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.IndexSchema;
import dev.varve.table.Key;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.Projection;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactGet;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.Write;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.RandomValues;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Draws random requests to a table with a numeric sort key and two indexes. They use few keys, so that requests
 * collide.
 */
final class RandomRequests {

    static final TableSchema SCHEMA = TableSchema.named("random")
            .sort("sk", ValueType.NUMBER)
            .index("all", "g", "h")
            .index(new IndexSchema(
                    "some", new KeySchema(new KeyAttribute("n", ValueType.NUMBER), null), Projection.include("v")))
            .build();

    private final Draw draw;
    private Object last = "";

    RandomRequests(Draw draw) {
        this.draw = draw;
    }

    /** Returns the last request, for failure messages. */
    Object last() {
        return last;
    }

    Function<BlockingTable, Object> next(Instant now) {
        return switch (draw.below(10)) {
            case 0 -> request(put(now).returningOld(), BlockingTable::put);
            case 1 -> request(update(now), BlockingTable::update);
            case 2 -> request(Delete.of(key()).when(condition()).returningOld(), BlockingTable::delete);
            case 3 -> request(Get.of(key()), BlockingTable::get);
            case 4, 5 -> request(query(), BlockingTable::query);
            case 6 -> request(scan(), BlockingTable::scan);
            case 7 -> request(batch(now), BlockingTable::batchWrite);
            case 8 -> request(transaction(now), BlockingTable::transactWrite);
            default ->
                draw.chance(50)
                        ? request(TransactGet.of(keys().toArray(Key[]::new)), BlockingTable::transactGet)
                        : request(BatchGet.of(keys()), BlockingTable::batchGet);
        };
    }

    private <R> Function<BlockingTable, Object> request(R request, BiFunction<BlockingTable, R, ?> verb) {
        last = request;
        return table -> verb.apply(table, request);
    }

    private Key key() {
        return Key.of(draw.oneOf("a", "b", "a\0"), draw.between(-2, 5));
    }

    private List<Key> keys() {
        return draw.times(draw.between(1, 4), this::key).stream().distinct().toList();
    }

    private Item item(Instant now) {
        Key key = key();
        Item.Builder item = Item.builder()
                .putAll(RandomValues.item(draw, 3))
                .put("pk", key.partition())
                .put("sk", key.sort());
        if (draw.chance(60)) {
            item.put("g", draw.oneOf("x", "y\0", "z"));
        }
        if (draw.chance(60)) {
            item.put("h", draw.oneOf("1", "2", "2\0", "22"));
        }
        if (draw.chance(50)) {
            item.put("n", draw.between(-3, 3));
        }
        if (draw.chance(40)) {
            item.put("ttl", now.getEpochSecond() + draw.between(-5, 60) + (draw.chance(20) ? 0.5 : 0));
        }
        if (draw.chance(5)) {
            item.put("v", "v".repeat(draw.between(1, 300_000)));
        } else if (draw.chance(50)) {
            item.put("v", draw.between(0, 3));
        }
        return item.build();
    }

    private Condition condition() {
        return switch (draw.below(5)) {
            case 0 -> AttributePath.attr("pk").exists();
            case 1 -> AttributePath.attr("pk").absent();
            case 2 -> AttributePath.attr("v").is(draw.between(0, 3));
            default -> Condition.always();
        };
    }

    private Put put(Instant now) {
        return Put.of(item(now)).when(condition());
    }

    private Update update(Instant now) {
        Update update = Update.of(key()).when(condition());
        update = switch (draw.below(5)) {
            case 0 -> update.set("g", draw.oneOf("x", "y\0")).set("h", draw.oneOf("1", "2"));
            case 1 -> update.increment("v", draw.between(-2, 2));
            case 2 -> update.max("v", draw.between(0, 9));
            case 3 -> update.remove("g").remove("n");
            default -> update.set("ttl", now.getEpochSecond() + draw.between(-5, 60));
        };
        return draw.chance(50) ? update.returningNew() : update.returningOld();
    }

    private Query query() {
        Query query = switch (draw.below(6)) {
            case 0 -> Query.of(draw.oneOf("x", "y\0")).on("all").beginsWith(draw.oneOf("1", "2", "2\0"));
            case 1 -> Query.of(draw.oneOf("x", "z")).on("all").from(draw.oneOf("1", "2", "3"));
            case 2 -> Query.of(draw.between(-3, 3)).on("some");
            case 3 -> Query.of(draw.oneOf("a", "b")).after(draw.between(-2, 5));
            case 4 -> Query.of(draw.oneOf("a", "b")).between(draw.between(-3, 0), draw.between(0, 5));
            default -> Query.of(draw.oneOf("a", "b", "a\0"));
        };
        query = draw.chance(50) ? query.descending() : query;
        query = draw.chance(50) ? query.limit(draw.between(1, 4)) : query;
        return draw.chance(30) ? query.where(AttributePath.attr("v").is(draw.between(0, 3))) : query;
    }

    private Scan scan() {
        Scan scan = draw.chance(30) ? Scan.all().on(draw.oneOf("all", "some")) : Scan.all();
        int segments = draw.between(1, 3);
        return scan.segment(draw.below(segments), segments).limit(draw.below(5));
    }

    private BatchWrite batch(Instant now) {
        Map<Key, Write> writes = new LinkedHashMap<>();
        for (int i = draw.between(1, 5); i > 0; i--) {
            Write write = draw.chance(70) ? Put.of(item(now)) : Delete.of(key());
            writes.put(write.keyIn(SCHEMA), write);
        }
        return BatchWrite.of(List.copyOf(writes.values()));
    }

    private TransactWrite transaction(Instant now) {
        Set<Key> keys = new HashSet<>();
        TransactWrite transaction = TransactWrite.of();
        for (int i = draw.between(1, 4); i > 0; i--) {
            Write write = draw.oneWay(
                    () -> put(now),
                    () -> Delete.of(key()),
                    () -> Update.of(key()).increment("v", 1));
            if (keys.add(write.keyIn(SCHEMA))) {
                transaction = transaction.and(write);
            }
        }
        return draw.chance(30) ? transaction.once("token-" + draw.below(3)) : transaction;
    }
}
