package dev.varve.schema;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The declaration of a series or an entity. */
public interface Declaration {

    /** Returns the name, which is unique in a schema. Catalogue keys, page tokens and messages use it. */
    String name();

    /**
     * Returns the settings that stored items depend on, by name: a declaration with other values cannot read them. The
     * tables, index keys and number parts of its items are recorded as well; retention and limits may change.
     */
    Map<String, String> facts();

    /**
     * Returns the facts that may change: opening a database backfills the items that depend on them before it returns.
     */
    default Map<String, String> filledFacts() {
        return Map.of();
    }

    /**
     * Returns whether items must be backfilled before this declaration can be used; refuses a backfill that is not
     * possible.
     *
     * @param before the facts under which the stored items were written
     */
    default boolean needsFill(Map<String, String> before) {
        return false;
    }

    /**
     * Returns all settings by name; the value of an omitted setting is null. Two declarations of one class with equal
     * names and definitions are the same declaration.
     */
    Map<String, @Nullable Object> definition();

    /** Refuses new facts that could contradict stored items. */
    default void checkNewFacts(Set<String> names, Instant now) {}

    /**
     * Returns advice on how to reach the goal of a changed fact without a new table; empty if there is no way.
     *
     * @param before the fact under which the stored items were written
     */
    default Optional<String> remedy(String fact, String before) {
        return Optional.empty();
    }

    /** Returns a readable description: keys, indexes, retention, an example of each key. */
    String describe();
}
