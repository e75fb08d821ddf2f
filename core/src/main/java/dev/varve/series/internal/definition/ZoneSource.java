package dev.varve.series.internal.definition;

import dev.varve.entity.Entity;
import dev.varve.entity.internal.EntityAccess;
import dev.varve.error.Rejected;
import dev.varve.item.ValueType;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.key.PartType;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.schema.internal.KeyComponents;
import java.time.ZoneOffset;
import java.util.Map;

/** The source of the time zones of a series' rows: a component of an entity that the series' identity addresses. */
public record ZoneSource(Entity<?> entity, String component) {

    /** Returns the display name, such as {@code sites.zone}. */
    String source() {
        return entity.name() + "." + component;
    }

    public String attribute() {
        return entity.mapping().attribute(component);
    }

    /** Refuses a source that cannot be looked up, or a second declaration of zones. */
    void check(SeriesSettings<?> series, SeriesLayout layout, Map<String, PartType> types) {
        if (series.rollup == null) {
            throw new Rejected(
                    "series.zone-without-rollup",
                    "series %s takes zones from %s, but has no rollup that uses them: declare one with rollUp(…)"
                            .formatted(series.name, source()));
        }
        if (!series.zone.equals(ZoneOffset.UTC) || series.epochs.stream().anyMatch(epoch -> epoch.zone() != null)) {
            throw new Rejected(
                    "series.zone-twice",
                    "series %s has a zone of its own and takes zones from %s: drop zone(…) or zoneFrom(…)"
                            .formatted(series.name, source()));
        }
        MappedComponent<?> found = MappingAccess.instance().components(entity.mapping()).stream()
                .filter(candidate -> candidate.name().equals(component))
                .findFirst()
                .orElseThrow(() -> new Rejected(
                        "series.zone-component",
                        "series %s takes zones from %s, which is not a component of %s"
                                .formatted(series.name, source(), entity)));
        if (found.valueType().filter(type -> type != ValueType.TEXT).isPresent()) {
            throw new Rejected(
                    "series.zone-component",
                    "series %s takes zones from %s, which is stored as %s; it must be a text such as Europe/Berlin"
                            .formatted(series.name, source(), found.valueType().orElseThrow()));
        }
        Map<String, PartType> entityTypes = KeyComponents.types(entity.mapping());
        for (String part : EntityAccess.instance().layout(entity).parts()) {
            if (!layout.identity().contains(part) || entityTypes.get(part) != types.get(part)) {
                throw new Rejected(
                        "series.zone-entity",
                        "series %s takes zones from %s, whose key holds %s; the identity of the series is %s and must hold"
                                        .formatted(series.name, source(), part, layout.identity())
                                + " that part, with the same type");
            }
        }
    }
}
