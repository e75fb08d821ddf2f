package dev.varve.series.internal;

import dev.varve.entity.Entity;
import dev.varve.error.Rejected;
import dev.varve.item.ValueType;
import dev.varve.item.internal.MappedComponent;
import dev.varve.key.PartType;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.schema.internal.KeyComponents;
import java.time.ZoneOffset;
import java.util.Map;

/** Where the zones of a series' rows come from: a component of the entity that a part of its key addresses. */
public record ZoneSource(Entity<?> entity, String component) {

    /** Returns what people call it. */
    public String source() {
        return entity.name() + "." + component;
    }

    String attribute() {
        return entity.mapping().component(component).attribute();
    }

    /** Refuses what could not be looked up, or would be said twice. */
    void check(SeriesSettings<?> series, SeriesLayout layout, Map<String, PartType> types) {
        if (series.rollup == null) {
            throw new Rejected(
                    "series.zone-without-rollup",
                    "series %s takes zones from %s, which only rows of a rollup follow: declare one with rollUp(…)"
                            .formatted(series.name, source()));
        }
        if (!series.zone.equals(ZoneOffset.UTC) || series.epochs.stream().anyMatch(epoch -> epoch.zone() != null)) {
            throw new Rejected(
                    "series.zone-twice",
                    "series %s has a zone of its own and takes zones from %s: leave zone(…) or zoneFrom(…) out"
                            .formatted(series.name, source()));
        }
        MappedComponent<?> found = entity.mapping().components().stream()
                .filter(candidate -> candidate.name().equals(component))
                .findFirst()
                .orElseThrow(() -> new Rejected(
                        "series.zone-component",
                        "series %s takes zones from %s, which is no component of %s"
                                .formatted(series.name, source(), entity)));
        if (found.valueType().filter(type -> type != ValueType.TEXT).isPresent()) {
            throw new Rejected(
                    "series.zone-component",
                    "series %s takes zones from %s, which is stored as %s: zones are texts such as Europe/Berlin"
                            .formatted(series.name, source(), found.valueType().orElseThrow()));
        }
        Map<String, PartType> entityTypes = KeyComponents.types(entity.mapping());
        for (String part : entity.layout().parts()) {
            if (!layout.identity().contains(part) || entityTypes.get(part) != types.get(part)) {
                throw new Rejected(
                        "series.zone-entity",
                        "series %s takes zones from %s, whose key holds %s; what addresses one series is %s, and has to hold"
                                        .formatted(series.name, source(), part, layout.identity())
                                + " that part, of the same type");
            }
        }
    }
}
