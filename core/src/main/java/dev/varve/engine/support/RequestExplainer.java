package dev.varve.engine.support;

import dev.varve.item.Item;
import dev.varve.table.BatchGet;
import dev.varve.table.BatchWrite;
import dev.varve.table.Capacity.Units;
import dev.varve.table.Condition;
import dev.varve.table.ConditionCheck;
import dev.varve.table.Consistency;
import dev.varve.table.Delete;
import dev.varve.table.Explanation;
import dev.varve.table.Get;
import dev.varve.table.IndexSchema;
import dev.varve.table.KeySchema;
import dev.varve.table.Limits;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Request;
import dev.varve.table.Scan;
import dev.varve.table.Select;
import dev.varve.table.SortCondition;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactGet;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Explains what a request would do and cost on DynamoDB, from the request alone. */
public final class RequestExplainer {

    private final TableSchema schema;
    private final Function<@Nullable String, TableSchema> schemas;
    private final List<String> details = new ArrayList<>();

    private RequestExplainer(Function<@Nullable String, TableSchema> schemas) {
        this.schema = schemas.apply(null);
        this.schemas = schemas;
    }

    /** Explains a request; {@code schemas} returns the schema of a table by name, and this table's schema for null. */
    public static Explanation of(Function<@Nullable String, TableSchema> schemas, Request request) {
        return new RequestExplainer(schemas).explain(request);
    }

    private Explanation explain(Request request) {
        if (request instanceof Get get) {
            RequestCheck.get(schema, get);
            details.add("key: " + get.key());
            return reads("GetItem", schema.name(), Limits.MAX_ITEM_BYTES, get.consistency());
        } else if (request instanceof Query query) {
            return query(query);
        } else if (request instanceof Scan scan) {
            return scan(scan);
        } else if (request instanceof Write write) {
            RequestCheck.write(schema, write);
            Bounds bounds = write(schema, write);
            return bounds.explanation(operation(write), schema.name(), details);
        } else if (request instanceof BatchGet batch) {
            RequestCheck.batchGet(schema, batch);
            int count = batch.keys().size();
            details.add("keys: " + count);
            double least = count * Cost.readUnits(0, batch.consistency());
            double most = count * Cost.readUnits(Limits.MAX_ITEM_BYTES, batch.consistency());
            return new Explanation("BatchGetItem", schema.name(), details, Units.reads(least), Units.reads(most));
        } else if (request instanceof BatchWrite batch) {
            RequestCheck.batchWrite(schema, batch);
            return sum(batch.writes().stream().map(w -> write(schema, w)).toList(), 1)
                    .explanation("BatchWriteItem", schema.name(), details);
        } else if (request instanceof TransactGet transaction) {
            RequestCheck.transactGet(schema, transaction);
            int count = transaction.keys().size();
            details.add("keys: " + count);
            double most = 2 * count * Cost.readUnits(Limits.MAX_ITEM_BYTES, Consistency.STRONG);
            return new Explanation(
                    "TransactGetItems", schema.name(), details, Units.reads(2.0 * count), Units.reads(most));
        }
        TransactWrite transaction = (TransactWrite) request;
        RequestCheck.transactWrite(schemas, transaction);
        return sum(
                        transaction.actions().stream()
                                .map(action -> write(schemas.apply(action.table()), action.write()))
                                .toList(),
                        2)
                .explanation("TransactWriteItems", schema.name(), details);
    }

    private Explanation query(Query query) {
        RequestCheck.query(schema, query);
        KeySchema key = query.index() == null
                ? schema.key()
                : schema.index(query.index()).key();
        details.add("key: " + key.partition().name() + " = " + query.partition());
        if (query.sort() != SortCondition.any() && key.sort() != null) {
            details.add("sort: " + key.sort().name() + " " + query.sort());
        }
        details.add("order: " + query.order().name().toLowerCase(Locale.ROOT));
        page(query.filter(), query.select(), query.limit());
        return reads("Query", target(query.index()), pageBytes(query.limit()), query.consistency());
    }

    private Explanation scan(Scan scan) {
        RequestCheck.scan(schema, scan);
        if (scan.segment().total() > 1) {
            details.add("segment: " + scan.segment().number() + " of "
                    + scan.segment().total());
        }
        page(scan.filter(), scan.select(), scan.limit());
        return reads("Scan", target(scan.index()), pageBytes(scan.limit()), scan.consistency());
    }

    private void page(Condition filter, Select select, int limit) {
        if (schema.ttlAttribute() != null) {
            details.add("leaves out: items whose " + schema.ttlAttribute() + " has passed");
        }
        if (filter != Condition.always()) {
            details.add("filter: " + filter);
        }
        if (select instanceof Select.Only only) {
            details.add("returns: " + only.names());
        } else if (select == Select.count()) {
            details.add("returns: the number of items");
        }
        if (limit > 0) {
            details.add("limit: " + limit + " items after the filter");
        }
    }

    private static long pageBytes(int limit) {
        // The item that crosses 1 MB still belongs to the request.
        long bytes = (long) Limits.MAX_PAGE_BYTES + Limits.MAX_ITEM_BYTES;
        return limit == 0 ? bytes : Math.min(bytes, (long) limit * Limits.MAX_ITEM_BYTES);
    }

    private String target(@Nullable String index) {
        return index == null ? schema.name() : schema.name() + " index " + index;
    }

    private Explanation reads(String operation, String target, long mostBytes, Consistency consistency) {
        return new Explanation(
                operation,
                target,
                details,
                Units.reads(Cost.readUnits(0, consistency)),
                Units.reads(Cost.readUnits(mostBytes, consistency)));
    }

    private static String operation(Write write) {
        return write instanceof Put ? "PutItem" : write instanceof Update ? "UpdateItem" : "DeleteItem";
    }

    /** The least and the most write units. */
    private record Bounds(double least, double most) {
        Explanation explanation(String operation, String target, List<String> details) {
            return new Explanation(operation, target, details, Units.writes(least), Units.writes(most));
        }
    }

    private static Bounds sum(List<Bounds> parts, int factor) {
        return new Bounds(
                factor * parts.stream().mapToDouble(Bounds::least).sum(),
                factor * parts.stream().mapToDouble(Bounds::most).sum());
    }

    private Bounds write(TableSchema of, Write write) {
        details.add(operationLine(of, write));
        if (write.condition() != Condition.always()) {
            details.add("condition: " + write.condition());
        }
        double most = Cost.writeUnits(Limits.MAX_ITEM_BYTES);
        if (write instanceof Put put) {
            return put(of, put);
        } else if (write instanceof ConditionCheck) {
            return new Bounds(1, most);
        }
        return new Bounds(1, most + of.indexes().size() * 2 * most);
    }

    /** Returns the cost of a put that replaces no larger item. */
    private Bounds put(TableSchema of, Put put) {
        double table = Cost.writeUnits(put.item().size());
        double indexes = 0;
        for (IndexSchema index : of.indexes()) {
            Item image = of.imageIn(index, put.item());
            indexes += image == null ? 1 : 2 * Cost.writeUnits(image.size());
        }
        details.add("capacity assumes that the put replaces no larger item");
        return new Bounds(table, table + indexes);
    }

    private static String operationLine(TableSchema of, Write write) {
        String what = write instanceof Put put
                ? "put: " + put.item().size() + " bytes at " + write.keyIn(of)
                : write instanceof Update update
                        ? "update: " + write.keyIn(of) + " " + update.actions()
                        : (write instanceof Delete ? "delete: " : "check: ") + write.keyIn(of);
        return what + " in " + of.name();
    }
}
