package dev.varve.core.schema;

import dev.varve.core.Rejected;
import dev.varve.core.table.Table;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The open tables of a schema, with what all who work on them share.
 *
 * @param tables the tables by name
 * @param clock tells the time: stamps, expiry, what "the last hour" is
 * @param tokens makes a text that was never made before, for transactions that must happen once
 * @param parallel the most requests one call has under way at a time
 */
public record OpenSchema(
        Schema schema, Map<String, Table> tables, InstantSource clock, Supplier<String> tokens, int parallel) {

    public OpenSchema {
        tables = Map.copyOf(tables);
        if (parallel < 1) {
            throw new Rejected(
                    "db.parallel", "parallel is %s; at least one request must be allowed".formatted(parallel));
        }
    }

    /** Returns the table a declaration is in. */
    public Table tableOf(Declaration declaration) {
        return table(schema.tableOf(declaration).name());
    }

    /** Returns the table items of this kind are in. */
    public Table tableOf(Declaration declaration, Placement placement) {
        return table(schema.tableOf(declaration, placement).name());
    }

    private Table table(String name) {
        Table table = tables.get(name);
        if (table == null) {
            throw new IllegalStateException("table " + name + " is not open");
        }
        return table;
    }
}
