package dev.varve.analytics.stats;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A dimension of hits. */
public enum HitDimension implements Dimension {
    /** The path of the page. Breakdowns count page views. */
    PAGE,
    /** The host of the page. Breakdowns count page views. */
    HOSTNAME,
    /** The name of a custom event; page views have none. Breakdowns count events. */
    EVENT;

    public @Nullable String of(Hit hit) {
        return switch (this) {
            case PAGE -> hit.path();
            case HOSTNAME -> hit.hostname();
            case EVENT -> hit instanceof CustomEvent event ? event.name() : null;
        };
    }

    @Override
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
