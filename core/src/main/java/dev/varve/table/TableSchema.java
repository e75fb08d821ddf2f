package dev.varve.table;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.ValueType;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The declaration of a table: its key, its indexes, the TTL attribute, and whether it has a change feed. */
public record TableSchema(
        String name,
        KeySchema key,
        List<IndexSchema> indexes,
        @Nullable String ttlAttribute,
        Changes changes) {

    /** Whether a table has a change feed. */
    public enum Changes {
        KEPT,
        NOT_KEPT
    }

    public TableSchema {
        if (!IndexSchema.NAME.matcher(name).matches()) {
            throw new Rejected(
                    "schema.table-name",
                    "table name \"%s\" must have 3 to 255 characters of a-z, A-Z, 0-9, '_', '-' and '.'"
                            .formatted(name));
        }
        indexes = List.copyOf(indexes);
        if (indexes.size() > Limits.MAX_INDEXES) {
            throw new Rejected(
                    "schema.indexes",
                    "table %s declares %s indexes; the limit is %s: overload one index with several key prefixes"
                            .formatted(name, indexes.size(), Limits.MAX_INDEXES));
        }
        checkNames(name, key, indexes, ttlAttribute);
    }

    private static void checkNames(
            String table, KeySchema key, List<IndexSchema> indexes, @Nullable String ttlAttribute) {
        Map<String, ValueType> types = new HashMap<>();
        Set<String> indexNames = new TreeSet<>();
        declare(table, types, key);
        for (IndexSchema index : indexes) {
            if (!indexNames.add(index.name())) {
                throw new Rejected(
                        "schema.index-repeated", "table %s declares index %s twice".formatted(table, index.name()));
            }
            declare(table, types, index.key());
        }
        if (ttlAttribute != null && (ttlAttribute.isEmpty() || types.containsKey(ttlAttribute))) {
            throw new Rejected(
                    "schema.ttl",
                    "table %s: TTL attribute \"%s\" must have a name and must not be a key attribute"
                            .formatted(table, ttlAttribute));
        }
    }

    private static void declare(String table, Map<String, ValueType> types, KeySchema key) {
        List<KeyAttribute> attributes =
                key.sort() == null ? List.of(key.partition()) : List.of(key.partition(), key.sort());
        for (KeyAttribute attribute : attributes) {
            ValueType known = types.putIfAbsent(attribute.name(), attribute.type());
            if (known != null && known != attribute.type()) {
                throw new Rejected(
                        "schema.key-type-differs",
                        "table %s declares key attribute \"%s\" as %s and as %s: one attribute has one type"
                                .formatted(table, attribute.name(), known, attribute.type()));
            }
        }
    }

    /** Starts the declaration of a table with this name. */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /** Returns the index with this name; rejects an unknown name. */
    public IndexSchema index(String indexName) {
        for (IndexSchema index : indexes) {
            if (index.name().equals(indexName)) {
                return index;
            }
        }
        throw new Rejected(
                "table.index-unknown",
                "table %s has no index \"%s\"; it has %s"
                        .formatted(
                                name,
                                indexName,
                                indexes.stream().map(IndexSchema::name).toList()));
    }

    /** Returns the key of this item; rejects an item without a key attribute. */
    public Key keyOf(Item item) {
        Key found = key.keyOf(item);
        if (found == null) {
            String missing = item.has(key.partition().name())
                    ? key.names().get(1)
                    : key.partition().name();
            throw new Rejected(
                    "item.key-missing",
                    "item for table %s has no key attribute \"%s\"; it has %s".formatted(name, missing, item.names()));
        }
        return found;
    }

    /** Returns an item with this key and these attributes. */
    public Item keyed(Key itemKey, Item attributes) {
        return Item.builder().putAll(attributes).putAll(key.asItem(itemKey)).build();
    }

    /**
     * Returns whether the item's TTL has passed. An expired item is invisible to every read, count and condition, even
     * before it is removed.
     */
    public boolean isExpired(Item item, Instant now) {
        return ttlAttribute != null
                && item.value(ttlAttribute) instanceof Num expiry
                && expiry.value().compareTo(BigDecimal.valueOf(now.getEpochSecond())) <= 0;
    }

    /** Returns the item, or null if it is absent or expired. */
    public @Nullable Item live(@Nullable Item stored, Instant now) {
        return stored == null || isExpired(stored, now) ? null : stored;
    }

    /** Returns the attributes that an index holds, or null if it holds all. */
    public @Nullable Set<String> projected(IndexSchema index) {
        if (!(index.projection() instanceof Projection.Include include)) {
            return null;
        }
        Set<String> names = new TreeSet<>(include.names());
        names.addAll(index.key().names());
        names.addAll(key.names());
        if (ttlAttribute != null) {
            names.add(ttlAttribute);
        }
        return names;
    }

    /** Returns the image of this item in the index, or null if the index does not contain it. */
    public @Nullable Item imageIn(IndexSchema index, @Nullable Item item) {
        if (item == null || index.key().keyOf(item) == null) {
            return null;
        }
        Set<String> names = projected(index);
        return names == null ? item : item.only(names);
    }

    /** Collects a declaration; {@link #build} checks it. */
    public static final class Builder {

        private final String name;
        private final List<IndexSchema> indexes = new ArrayList<>();
        private KeyAttribute partition = new KeyAttribute("pk", ValueType.TEXT);
        private @Nullable KeyAttribute sort = new KeyAttribute("sk", ValueType.TEXT);
        private @Nullable String ttlAttribute = "ttl";
        private Changes changes = Changes.KEPT;

        private Builder(String name) {
            this.name = name;
        }

        /** Sets the name of the partition attribute, a text; the default is {@code pk}. */
        public Builder partition(String attribute) {
            return partition(attribute, ValueType.TEXT);
        }

        /** Sets the name and type of the partition attribute. */
        public Builder partition(String attribute, ValueType type) {
            partition = new KeyAttribute(attribute, type);
            return this;
        }

        /** Sets the name of the sort attribute, a text; the default is {@code sk}. */
        public Builder sort(String attribute) {
            return sort(attribute, ValueType.TEXT);
        }

        /** Sets the name and type of the sort attribute. */
        public Builder sort(String attribute, ValueType type) {
            sort = new KeyAttribute(attribute, type);
            return this;
        }

        /** Declares a table without a sort attribute. */
        public Builder withoutSort() {
            sort = null;
            return this;
        }

        /** Sets the attribute that holds the expiry of an item in epoch seconds; the default is {@code ttl}. */
        public Builder ttl(String attribute) {
            ttlAttribute = attribute;
            return this;
        }

        /** Declares a table whose items never expire. */
        public Builder withoutTtl() {
            ttlAttribute = null;
            return this;
        }

        /** Declares a table without a change feed. */
        public Builder withoutChanges() {
            changes = Changes.NOT_KEPT;
            return this;
        }

        /** Adds an index. */
        public Builder index(IndexSchema index) {
            indexes.add(index);
            return this;
        }

        /** Adds an index with text keys that holds all attributes. */
        public Builder index(String indexName, String partitionAttribute, String sortAttribute) {
            return index(new IndexSchema(
                    indexName,
                    new KeySchema(
                            new KeyAttribute(partitionAttribute, ValueType.TEXT),
                            new KeyAttribute(sortAttribute, ValueType.TEXT)),
                    Projection.all()));
        }

        /** Returns the declaration; rejects an invalid one. */
        public TableSchema build() {
            return new TableSchema(name, new KeySchema(partition, sort), indexes, ttlAttribute, changes);
        }
    }
}
