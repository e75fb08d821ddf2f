package dev.varve.engine.support;

import dev.varve.error.ItemTooLarge;
import dev.varve.error.Rejected;
import dev.varve.item.Value;
import dev.varve.table.AttributePath;
import dev.varve.table.IndexSchema;
import dev.varve.table.KeyAttribute;
import dev.varve.table.Limits;
import dev.varve.table.TableSchema;
import dev.varve.table.Update;
import dev.varve.table.UpdateAction;
import java.util.List;

/** Rejects updates without actions, with overlapping paths, or of key attributes. */
final class UpdateCheck {

    private UpdateCheck() {}

    static void actions(TableSchema schema, Update update) {
        List<UpdateAction> actions = update.actions();
        if (actions.isEmpty()) {
            throw new Rejected("update.empty", "update of %s has no actions".formatted(ItemCheck.shown(update.key())));
        }
        for (int i = 0; i < actions.size(); i++) {
            UpdateAction action = actions.get(i);
            for (int j = 0; j < i; j++) {
                UpdateAction earlier = actions.get(j);
                if (earlier.path().overlaps(action.path())) {
                    throw new Rejected(
                            "update.overlap",
                            "the update changes \"%s\" and \"%s\", which overlap: combine them into one action"
                                    .formatted(earlier.path(), action.path()));
                }
            }
            key(schema, action);
            insideIndexKey(schema, action.path());
            literal(schema, action);
        }
    }

    private static void key(TableSchema schema, UpdateAction action) {
        if (schema.key().contains(action.path().attribute())) {
            throw new Rejected(
                    "update.key",
                    "attribute \"%s\" is part of the key of table %s and cannot change: delete the item and put another"
                            .formatted(action.path().attribute(), schema.name()));
        }
    }

    /** Checks the value that the action writes, if it is known in advance. */
    private static void literal(TableSchema schema, UpdateAction action) {
        Value value = action instanceof UpdateAction.Set set
                ? set.value()
                : action instanceof UpdateAction.SetIfAbsent set
                        ? set.value()
                        : action instanceof UpdateAction.Min min
                                ? min.value()
                                : action instanceof UpdateAction.Max max ? max.value() : null;
        if (value == null) {
            return;
        }
        ItemCheck.depth(
                action.path().toString(), value, 1 + action.path().inside().size());
        if (value.size() > Limits.MAX_ITEM_BYTES) {
            throw new ItemTooLarge(
                    "attribute \"%s\" would have %s bytes; the limit of an item is %s: split it or keep large parts elsewhere"
                            .formatted(action.path(), value.size(), Limits.MAX_ITEM_BYTES));
        }
        if (action.path().isTopLevel()) {
            indexKey(schema, action.path().attribute(), value);
        }
    }

    private static void insideIndexKey(TableSchema schema, AttributePath path) {
        for (IndexSchema index : schema.indexes()) {
            if (!path.isTopLevel() && index.key().contains(path.attribute())) {
                throw new Rejected(
                        "update.inside-key",
                        "the update changes \"%s\", but a key attribute of index %s is a text, number or bytes: set the whole attribute"
                                .formatted(path, index.name()));
            }
        }
    }

    private static void indexKey(TableSchema schema, String name, Value value) {
        for (IndexSchema index : schema.indexes()) {
            KeyAttribute sort = index.key().sort();
            if (index.key().partition().name().equals(name)) {
                ItemCheck.part(schema, index.key().partition(), value, Limits.MAX_PARTITION_KEY_BYTES);
            } else if (sort != null && sort.name().equals(name)) {
                ItemCheck.part(schema, sort, value, Limits.MAX_SORT_KEY_BYTES);
            }
        }
    }
}
