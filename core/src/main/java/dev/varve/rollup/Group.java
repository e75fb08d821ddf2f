package dev.varve.rollup;

import dev.varve.error.Rejected;
import dev.varve.key.Grain;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Rows over many series: those of a location, or all of them; immutable.
 *
 * @param name what the group is called
 * @param field the component whose value events are grouped by, or null for one group of all
 * @param tiers the lengths there are rows of that are not as the rollup's own say, by their grain
 */
public record Group(String name, @Nullable String field, Map<Grain, Tier> tiers) {

    public Group {
        tiers = Map.copyOf(tiers);
        if (!name.matches("[A-Za-z][A-Za-z0-9_]{0,31}")) {
            throw new Rejected(
                    "rollup.group-name",
                    "\"%s\" cannot be the name of a group: use 1 to 32 letters, digits and '_', a letter first"
                            .formatted(name));
        }
    }

    /**
     * Groups events by the value of a component: {@code by("location")}. An event without it, or with an empty text, is in
     * no group; texts of more than 250 characters are told apart by the first 250.
     */
    public static Group by(String field) {
        return new Group(field, field, Map.of());
    }

    /** Puts all events of the series in one group: {@code all("fleet")}. */
    public static Group all(String name) {
        return new Group(name, null, Map.of());
    }

    /** Says where the rows of one length are, how long they are kept, and what their attributes are called. */
    public Group tier(Tier tier) {
        Map<Grain, Tier> more = new TreeMap<>(tiers);
        more.put(tier.grain(), tier);
        return new Group(name, field, more);
    }
}
