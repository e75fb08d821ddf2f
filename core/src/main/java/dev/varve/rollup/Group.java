package dev.varve.rollup;

import dev.varve.error.Rejected;
import dev.varve.key.Grain;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of rows over many identities: those of a location, or the whole fleet; immutable.
 *
 * @param name the name of the group
 * @param field the component whose value events are grouped by, or null for one group of all events
 * @param tiers the tiers that differ from those of the rollup, by grain
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
     * Groups events by the value of a component: {@code by("location")}. An event without a value, or with an empty
     * text, is in no group. Only the first 250 characters of a text count.
     */
    public static Group by(String field) {
        return new Group(field, field, Map.of());
    }

    /** Puts all events of the series in one group: {@code all("fleet")}. */
    public static Group all(String name) {
        return new Group(name, null, Map.of());
    }

    /** Sets the keys, the retention and the attribute names of the rows of one tier. */
    public Group tier(Tier tier) {
        Map<Grain, Tier> more = new TreeMap<>(tiers);
        more.put(tier.grain(), tier);
        return new Group(name, field, more);
    }
}
