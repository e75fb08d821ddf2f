package dev.varve.proofs.diff;

import dev.varve.item.Item;
import dev.varve.table.IndexSchema;
import dev.varve.table.KeyAttribute;
import dev.varve.table.Projection;
import dev.varve.table.Query;
import dev.varve.table.Request;
import dev.varve.table.Scan;
import dev.varve.table.TableSchema;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where DynamoDB Local is known not to be DynamoDB and cannot be corrected from outside, so that its capacity and the
 * ends of its pages are not compared. What can be corrected is in {@link dev.varve.testkit.local.LocalCorrections}.
 */
enum LocalDifference {
    /** A page of an index ends by the size of the table's items, not by the size of what the index holds of them. */
    INDEX_PAGE_BYTES,
    /** A scan of an index bills the table's items, not what the index holds of them. */
    INDEX_SCAN_UNITS,
    /**
     * An item that had only one of the two attributes of an index key and now has only the other one is not in the index
     * before or after, and is billed as if it were.
     */
    INDEX_HALF_KEY_SWAP,
    /**
     * What the actions of a transaction on one table cost is collected in a set: two actions of the same price count
     * once. {@link LocalTransactions} tells what is reported then.
     */
    TRANSACT_EQUAL_UNITS,
    /** Where several actions of a transaction do not fit their items, Local reports any one of them, DynamoDB all. */
    TRANSACT_ANY_REFUSAL,
    /**
     * Where several actions of one update do not fit the item, sent alone or in a transaction, Local reports any one of
     * them, by an order of its own. Which one DynamoDB reports is not defined.
     */
    UPDATE_ANY_REFUSAL,
    /**
     * A transaction that is refused because an action does not fit its item binds its token all the same. In DynamoDB
     * only a commit does; so a token is not used again after a refusal.
     */
    TOKEN_BOUND_BY_REFUSAL;

    /** Returns the difference that this request may run into. */
    static Optional<LocalDifference> of(TableSchema schema, Request request) {
        if (request instanceof Scan scan && isPartial(schema, scan.index())) {
            return Optional.of(INDEX_SCAN_UNITS);
        }
        if (request instanceof Query query && isPartial(schema, query.index())) {
            return Optional.of(INDEX_PAGE_BYTES);
        }
        return Optional.empty();
    }

    /** Returns the difference that a write may have run into that found and left these images. */
    static Optional<LocalDifference> of(List<TableSchema> schemas, Images before, Images after) {
        for (int i = 0; i < before.places().size(); i++) {
            Item old = before.items().get(i);
            Item now = after.items().get(i);
            for (IndexSchema index : schemas.get(before.places().get(i).table()).indexes()) {
                KeyAttribute sort = index.key().sort();
                String partition = index.key().partition().name();
                if (sort != null
                        && old.has(partition) != old.has(sort.name())
                        && now.has(partition) != now.has(sort.name())
                        && old.has(partition) != now.has(partition)) {
                    return Optional.of(INDEX_HALF_KEY_SWAP);
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isPartial(TableSchema schema, @Nullable String index) {
        return index != null
                && schema.indexes().stream()
                        .anyMatch(one -> one.name().equals(index) && one.projection() instanceof Projection.Include);
    }
}
