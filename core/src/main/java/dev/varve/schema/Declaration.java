package dev.varve.schema;

import dev.varve.schema.internal.Placement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A kind of records declared for a table: a series, or an entity. */
public interface Declaration {

    /** Returns the name, unique in a schema: catalogue keys, page tokens and messages use it. */
    String name();

    /** Returns the kinds of items it stores, the main one first. */
    List<Placement> placements();

    /**
     * Returns what stored items depend on, by name: a declaration that says otherwise cannot read them. The tables, index
     * keys and number parts of {@link #placements} are recorded as well; retention and limits may change.
     */
    Map<String, String> facts();

    /** Returns facts that may change: opening fills the items that depend on them before it returns. */
    default Map<String, String> filledFacts() {
        return Map.of();
    }

    /**
     * Returns whether items must be filled before this declaration can be used; refuses a fill that is not possible.
     *
     * @param before the facts under which the stored items were written
     */
    default boolean needsFill(Map<String, String> before) {
        return false;
    }

    /**
     * Returns everything that was declared, by name; the value is null where a setting was left out. Two declarations of
     * one class with equal names and definitions are the same declaration.
     */
    Map<String, @Nullable Object> definition();

    /** Refuses facts that were not there when the stored items were written, if these could contradict them. */
    default void checkNewFacts(Set<String> names, Instant now) {}

    /**
     * Returns how to get what a changed fact asks for, other than by keeping the fact or by storing the items elsewhere;
     * empty where there is no other way.
     *
     * @param before the fact under which the stored items were written
     */
    default Optional<String> remedy(String fact, String before) {
        return Optional.empty();
    }

    /** Returns a text for people: keys, indexes, retention, an example of each key. */
    String describe();
}
