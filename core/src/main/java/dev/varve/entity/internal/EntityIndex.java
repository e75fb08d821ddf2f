package dev.varve.entity.internal;

import dev.varve.entity.RecentOnly;
import dev.varve.item.Item;
import dev.varve.item.RecordMapping;
import dev.varve.item.Value;
import dev.varve.schema.internal.IndexEntry;
import dev.varve.schema.internal.IndexKeys;
import dev.varve.table.AttributePath;
import dev.varve.table.KeySchema;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An index of entities. Each of the two key attributes is written on its own, as soon as all of its parts are present,
 * so that a change of one part needs only the other parts of the same key. An item that lacks one of the attributes is
 * not in the index.
 *
 * @param gate a further condition for an entity to be in the index, or null for none
 * @param partitionSources the attributes that the partition key depends on, including that of the gate
 * @param sortSources the attributes that the sort key depends on
 */
public record EntityIndex(IndexKeys keys, @Nullable Gate gate, Set<String> partitionSources, Set<String> sortSources) {

    /** An index as declared, before it is compiled with the rest of the declaration. */
    public record Declared(
            String name,
            String partition,
            @Nullable String sort,
            @Nullable String onlyWith,
            @Nullable RecentOnly recent) {}

    /** A condition for an entity to be in the index. */
    sealed interface Gate {
        String attribute();

        boolean isOpen(Item item, Instant now);
    }

    /** The attribute is there, and not false. */
    record OnlyWith(String attribute) implements Gate {
        @Override
        public boolean isOpen(Item item, Instant now) {
            Value value = item.value(attribute);
            return value != null && !value.equals(Value.of(false));
        }
    }

    /** The instant in the attribute is not older than this. */
    record Within(TimestampComponent stamp, Duration within) implements Gate {
        @Override
        public String attribute() {
            return stamp.attribute();
        }

        @Override
        public boolean isOpen(Item item, Instant now) {
            return AttributePath.attr(attribute())
                    .from(stamp.at(now.minus(within)))
                    .test(item);
        }
    }

    static EntityIndex of(IndexKeys keys, @Nullable Gate gate, RecordMapping<?> mapping) {
        List<List<String>> sources = keys.sources();
        Set<String> partition = attributes(sources.get(0), mapping);
        if (gate != null) {
            partition.add(gate.attribute());
        }
        return new EntityIndex(keys, gate, Set.copyOf(partition), Set.copyOf(attributes(sources.get(1), mapping)));
    }

    private static Set<String> attributes(List<String> components, RecordMapping<?> mapping) {
        Set<String> attributes = new HashSet<>();
        components.forEach(name -> attributes.add(mapping.attribute(name)));
        return attributes;
    }

    public String name() {
        return keys.name();
    }

    public IndexEntry entry() {
        return new IndexEntry(name(), keys.layout(), false, only());
    }

    /** Returns a description of the gate, or null if the index holds all entities that have the parts of its keys. */
    @Nullable
    String only() {
        if (gate instanceof OnlyWith with) {
            return "only with " + with.attribute();
        }
        return gate instanceof Within within
                ? "only with %s within %s when written".formatted(within.attribute(), within.within())
                : null;
    }

    /** Returns the key attributes of the index with the attributes that each depends on. */
    Map<String, Set<String>> sources(KeySchema index) {
        Map<String, Set<String>> sources = new LinkedHashMap<>();
        sources.put(index.partition().name(), partitionSources);
        if (index.sort() != null) {
            sources.put(index.sort().name(), sortSources);
        }
        return sources;
    }

    /**
     * Returns the key attributes that the known attributes of an item determine: a new value, or empty to remove it.
     */
    Map<String, Optional<Value>> settled(Item item, Set<String> known, KeySchema index, Instant now) {
        Map<String, Optional<Value>> settled = keys.changes(item, known, index);
        String partition = index.partition().name();
        if (gate != null && !known.contains(gate.attribute())) {
            settled.remove(partition);
        } else if (gate != null && !gate.isOpen(item, now)) {
            settled.put(partition, Optional.empty());
        }
        // One missing part is enough to remove the key attribute.
        sources(index).forEach((attribute, sources) -> {
            if (sources.stream().anyMatch(source -> known.contains(source) && !item.has(source))) {
                settled.put(attribute, Optional.empty());
            }
        });
        return settled;
    }
}
