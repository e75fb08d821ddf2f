package dev.varve.key.internal;

import dev.varve.key.PartType;
import dev.varve.key.Tick;
import dev.varve.key.ZoneHistory;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The placeholders that a template may use.
 *
 * @param clock the name of the clock, or null if keys have none
 * @param parts the known parts, or null to accept every name as a text
 */
record Placeholders(
        @Nullable String clock,
        Tick tick,
        ZoneHistory zones,
        @Nullable Map<String, PartType> parts) {

    static Placeholders withoutClock(@Nullable Map<String, PartType> parts) {
        return new Placeholders(null, Tick.MILLIS, ZoneHistory.UTC, parts);
    }

    Placeholders in(ZoneHistory otherZones) {
        return new Placeholders(clock, tick, otherZones, parts);
    }

    boolean isClock(String name) {
        return name.equals(clock);
    }

    PartType typeOf(String name, String template) {
        if (parts == null) {
            return PartType.TEXT;
        }
        PartType type = parts.get(name);
        if (type == null) {
            throw TemplateRules.rejected(
                    template,
                    "key.unknown-part",
                    "names {" + name + "}, which is unknown; the known parts are "
                            + new TreeMap<>(parts).keySet() + (clock == null ? "" : ", the clock {" + clock + "}")
                            + " and {shard:n}. Correct the name, or add it");
        }
        return type;
    }
}
