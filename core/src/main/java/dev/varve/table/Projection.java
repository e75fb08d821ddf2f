package dev.varve.table;

import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** The attributes that an index holds besides its own keys, the table's keys and the TTL attribute. */
public sealed interface Projection {

    /** Returns the projection of all attributes. */
    static Projection all() {
        return new All();
    }

    /** Returns the projection of the keys and the TTL attribute. */
    static Projection keysOnly() {
        return new Include(Set.of());
    }

    /** Returns the projection of the keys, the TTL attribute and these attributes. */
    static Projection include(String... names) {
        return new Include(new TreeSet<>(Arrays.asList(names)));
    }

    record All() implements Projection {}

    /** The named attributes; an empty set is DynamoDB's {@code KEYS_ONLY}. */
    record Include(Set<String> names) implements Projection {
        public Include {
            names = Collections.unmodifiableSet(new TreeSet<>(names));
        }
    }
}
