package dev.varve.entity;

import dev.varve.key.Parts;
import dev.varve.table.Capacity;
import java.util.List;
import java.util.Map;

/**
 * The result of a read by many keys.
 *
 * @param records the entities by key, in the order in which the keys were given; a key without an entity is left out
 * @param unread the keys that could not be read within the allowed retries; read them again
 */
public record FoundEntities<R extends Record>(Map<Parts, R> records, List<Parts> unread, Capacity capacity) {

    public FoundEntities {
        unread = List.copyOf(unread);
    }
}
