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
 * Known differences of DynamoDB Local from DynamoDB that cannot be corrected from outside, so its capacity or page ends
 * are not compared. {@link dev.varve.testkit.local.LocalCorrections} corrects the others.
 */
enum LocalDifference {
    /** The page size of an index counts the table's items, not their projections. */
    INDEX_PAGE_BYTES,
    /** A scan of an index bills the table's items, not their projections. */
    INDEX_SCAN_UNITS,
    /**
     * An item that had only one of the two attributes of an index key, and now has only the other, is never in the
     * index, but is billed as if it were.
     */
    INDEX_HALF_KEY_SWAP,
    /**
     * Local collects the capacity of a transaction's actions on one table in a set, so equal amounts count once. {@link
     * LocalTransactions} computes what Local reports.
     */
    TRANSACT_EQUAL_UNITS,
    /** If several actions of a transaction do not fit their items, Local reports one of them, DynamoDB all. */
    TRANSACT_ANY_REFUSAL,
    /**
     * If several actions of one update do not fit the item, alone or in a transaction, Local reports one of them, in
     * its own order. Which one DynamoDB reports is undefined.
     */
    UPDATE_ANY_REFUSAL,
    /**
     * A transaction that is rejected because an action does not fit its item still binds its token. In DynamoDB only a
     * commit does. So scripts do not reuse a token after a rejection.
     */
    TOKEN_BOUND_BY_REFUSAL;

    /** Returns the difference that may affect this request. */
    static Optional<LocalDifference> of(TableSchema schema, Request request) {
        if (request instanceof Scan scan && isPartial(schema, scan.index())) {
            return Optional.of(INDEX_SCAN_UNITS);
        }
        if (request instanceof Query query && isPartial(schema, query.index())) {
            return Optional.of(INDEX_PAGE_BYTES);
        }
        return Optional.empty();
    }

    /** Returns the difference that may have affected a write with these images before and after it. */
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
