package dev.varve.server.sites;

import dev.varve.analytics.stats.Dimension;
import dev.varve.analytics.stats.EventProperty;
import dev.varve.analytics.stats.HitDimension;
import dev.varve.analytics.stats.SessionDimension;
import dev.varve.error.Rejected;
import dev.varve.server.api.sites.SiteMetric;
import java.util.LinkedHashMap;
import java.util.Map;

/** The dimensions that sites are listed and filtered by, as the API names them: {@code page}, {@code entryPage}, {@code props.plan}. */
final class Dimensions {

    /** Not a dimension of hits: goals are listed and filtered in their own way. */
    static final String GOAL = "goal";

    private static final String PROPS = "props.";
    private static final Map<String, Dimension> BY_NAME = byName();

    private Dimensions() {}

    private static Map<String, Dimension> byName() {
        Map<String, Dimension> names = new LinkedHashMap<>();
        for (HitDimension dimension : HitDimension.values()) {
            names.put(EnumTexts.of(dimension), dimension);
        }
        for (SessionDimension dimension : SessionDimension.values()) {
            names.put(EnumTexts.of(dimension), dimension);
        }
        return names;
    }

    static Dimension of(String name) {
        Dimension dimension = BY_NAME.get(name);
        if (dimension != null) {
            return dimension;
        }
        if (name.startsWith(PROPS) && name.length() > PROPS.length()) {
            return new EventProperty(name.substring(PROPS.length()));
        }
        throw new Rejected(
                "ask.dimension",
                "\"%s\" is not a dimension; the dimensions are %s, goal, and props.NAME"
                        .formatted(EnumTexts.shown(name), String.join(", ", BY_NAME.keySet())));
    }

    /** Returns the metric that the rows of a breakdown count. */
    static SiteMetric metric(Dimension dimension) {
        if (dimension instanceof SessionDimension) {
            return SiteMetric.SESSIONS;
        }
        return dimension == HitDimension.EVENT || dimension instanceof EventProperty
                ? SiteMetric.EVENTS
                : SiteMetric.PAGE_VIEWS;
    }
}
