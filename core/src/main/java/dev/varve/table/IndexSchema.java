package dev.varve.table;

import dev.varve.error.Rejected;
import java.util.regex.Pattern;

/** A global secondary index: other key attributes for the items of the table that have them. */
public record IndexSchema(String name, KeySchema key, Projection projection) {

    /** DynamoDB's rule for names of tables and indexes. */
    static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_.-]{3,255}");

    public IndexSchema {
        if (!NAME.matcher(name).matches()) {
            throw new Rejected(
                    "schema.index-name",
                    "index name \"%s\" must have 3 to 255 characters of a-z, A-Z, 0-9, '_', '-' and '.'"
                            .formatted(name));
        }
    }
}
