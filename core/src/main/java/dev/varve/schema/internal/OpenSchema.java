package dev.varve.schema.internal;

import dev.varve.error.Rejected;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import dev.varve.table.Table;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;

/**
 * The open tables of a schema, with what all who work on them share.
 *
 * @param tables the tables by name
 * @param clock tells the time: stamps, expiry, what "the last hour" is
 * @param parallel the most requests one call has under way at a time
 */
public record OpenSchema(Schema schema, Map<String, Table> tables, InstantSource clock, int parallel) {

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

    /** Returns the table of this name; refuses one that is not part of the schema. */
    public Table table(String name) {
        return Objects.requireNonNull(tables.get(schema.table(name).name()), "every table of the schema is open");
    }
}
