package dev.varve.engine.dynamodb.internal.plan;

import dev.varve.engine.dynamodb.internal.expression.Expression;
import dev.varve.table.Select;
import dev.varve.table.TableSchema;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The attributes that a request for a page reads: the selected ones, and the keys if surplus items may have to be cut
 * off, because the page then ends at an item and not at the end of the request.
 *
 * @param names the attributes to read, or null for all of them or for a count
 */
record PageSelect(@Nullable Set<String> names, boolean isCount) {

    static PageSelect of(TableSchema schema, @Nullable String index, Select select, PageStep step) {
        if (select == Select.all()) {
            return new PageSelect(null, false);
        } else if (select == Select.count() && !step.mayOvershoot()) {
            return new PageSelect(null, true);
        }
        Set<String> names = new TreeSet<>(select instanceof Select.Only only ? only.names() : Set.of());
        if (step.mayOvershoot()) {
            names.addAll(schema.key().names());
            if (index != null) {
                names.addAll(schema.index(index).key().names());
            }
        }
        return new PageSelect(names, false);
    }

    void project(Expression expression) {
        if (names != null) {
            ReadPlan.project(names, expression);
        }
    }

    software.amazon.awssdk.services.dynamodb.model.@Nullable Select kind() {
        return isCount ? software.amazon.awssdk.services.dynamodb.model.Select.COUNT : null;
    }
}
