package dev.varve.table;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** The attributes that a read returns. Selecting fewer costs the same, because DynamoDB bills the examined items. */
public sealed interface Select {

    /** Returns all attributes. */
    static Select all() {
        return All.ALL;
    }

    /** Returns only these attributes. */
    static Select only(String... names) {
        return new Only(new TreeSet<>(Arrays.asList(names)));
    }

    /** Returns only the number of items. */
    static Select count() {
        return Count.COUNT;
    }

    /** Returns the selected attributes of an item. */
    Item of(Item item);

    /** Every attribute. */
    enum All implements Select {
        ALL;

        @Override
        public Item of(Item item) {
            return item;
        }
    }

    /** The named attributes. */
    record Only(Set<String> names) implements Select {
        public Only {
            names = Collections.unmodifiableSet(new TreeSet<>(names));
            if (names.isEmpty()) {
                throw new Rejected("select.empty", "a selection names at least one attribute");
            }
        }

        @Override
        public Item of(Item item) {
            return item.only(names);
        }
    }

    /** No attributes, only the number of items. */
    enum Count implements Select {
        COUNT;

        @Override
        public Item of(Item item) {
            return Item.empty();
        }
    }
}
