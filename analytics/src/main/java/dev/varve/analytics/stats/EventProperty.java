package dev.varve.analytics.stats;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import org.jspecify.annotations.Nullable;

/** A property of custom events; page views have none. Breakdowns count events. */
public record EventProperty(String name) implements Dimension {

    public @Nullable String of(Hit hit) {
        return hit instanceof CustomEvent event ? event.props().get(name) : null;
    }

    @Override
    public String word() {
        return "property " + name;
    }
}
