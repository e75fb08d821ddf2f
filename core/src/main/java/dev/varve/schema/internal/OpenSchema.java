package dev.varve.schema.internal;

import dev.varve.error.Rejected;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import dev.varve.table.Table;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;

/**
 * The open tables of a schema, with the clock and the limits that all operations share.
 *
 * @param tables the tables by name
 * @param clock the source of time for timestamps, expiry and relative ranges
 * @param parallel the maximum number of concurrent requests of one call
 * @param session what all databases on the engine share
 */
public record OpenSchema(
        Schema schema, Map<String, Table> tables, InstantSource clock, int parallel, EngineSession session) {

    /** Opens tables without a database. */
    public OpenSchema(Schema schema, Map<String, Table> tables, InstantSource clock, int parallel) {
        this(schema, tables, clock, parallel, EngineSession.none());
    }

    public OpenSchema {
        tables = Map.copyOf(tables);
        if (parallel < 1) {
            throw new Rejected("db.parallel", "parallel is %s; it must be at least 1".formatted(parallel));
        }
    }

    /** Returns the table of a declaration. */
    public Table tableOf(Declaration declaration) {
        return table(schema.tableOf(declaration).name());
    }

    /** Returns the table of this kind of items. */
    public Table tableOf(Declaration declaration, Placement placement) {
        return table(placement.tableIn(schema, declaration).name());
    }

    /** Returns the table with this name; refuses an unknown name. */
    public Table table(String name) {
        return Objects.requireNonNull(tables.get(schema.table(name).name()), "every table of the schema is open");
    }
}
