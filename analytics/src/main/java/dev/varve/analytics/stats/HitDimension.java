package dev.varve.analytics.stats;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What single hits differ in. */
public enum HitDimension implements Dimension {
    /** The path a hit happened on. Lists are of page views. */
    PAGE,
    /** The host a hit happened on. Lists are of page views. */
    HOSTNAME,
    /** The name of a custom event; page views have none. Lists are of events. */
    EVENT;

    @Nullable
    String of(Hit hit) {
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
