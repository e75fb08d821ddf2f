package dev.varve.core.schema;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A kind of records declared for a table: a series, or an entity. */
public interface Declaration {

    /** Returns the name, unique in a schema: catalogue keys, page tokens and messages use it. */
    String name();

    /** Returns the kinds of items it stores, the main one first. */
    List<Placement> placements();

    /**
     * Returns what stored items depend on, by name: a declaration that says otherwise cannot read them. What may change
     * from one deployment to the next, such as indexes and retention, is not among it.
     */
    Map<String, String> facts();

    /**
     * Returns everything that was declared, by name; the value is null where a setting was left out. Two declarations of
     * one class with equal names and definitions are the same declaration.
     */
    Map<String, @Nullable Object> definition();

    /** Refuses facts that were not there when the stored items were written, if these could contradict them. */
    default void checkNewFacts(Set<String> names, Instant now) {}

    /** Returns a text for people: keys, indexes, retention, an example of each key. */
    String describe();
}
