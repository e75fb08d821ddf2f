package dev.varve.analytics.stats;

import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.stats.internal.SessionHits;
import dev.varve.error.Rejected;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selects hits or sessions by one dimension; several filters must all hold. Case-sensitive.
 *
 * @param values one of them must match; for {@link Match#IS_NOT} none may
 */
public record Filter(Dimension dimension, Match match, List<String> values) {

    static final int MAX_VALUES = 100;

    /** How a value is compared. An unknown value matches only {@link #IS_NOT}. */
    public enum Match {
        IS,
        IS_NOT,
        CONTAINS,
        STARTS_WITH
    }

    public Filter {
        values = List.copyOf(values);
        if (values.isEmpty() || values.size() > MAX_VALUES) {
            throw new Rejected(
                    "stats.filter-values",
                    "a filter by %s has %s values; give 1 to %s"
                            .formatted(dimension.word(), values.size(), MAX_VALUES));
        }
    }

    public static Filter is(Dimension dimension, String... values) {
        return new Filter(dimension, Match.IS, List.of(values));
    }

    public static Filter isNot(Dimension dimension, String... values) {
        return new Filter(dimension, Match.IS_NOT, List.of(values));
    }

    public static Filter contains(Dimension dimension, String... values) {
        return new Filter(dimension, Match.CONTAINS, List.of(values));
    }

    public static Filter startsWith(Dimension dimension, String... values) {
        return new Filter(dimension, Match.STARTS_WITH, List.of(values));
    }

    /** Returns whether the hit is selected; true if this filter is about sessions. */
    public boolean takes(Hit hit) {
        if (dimension instanceof HitDimension ofHit) {
            return test(ofHit.of(hit));
        }
        return !(dimension instanceof EventProperty prop) || test(prop.of(hit));
    }

    /** Returns whether the session is selected; true if this filter is about hits. */
    boolean takes(SessionHits session) {
        if (dimension instanceof MetGoals goals) {
            List<String> met = goals.of(session);
            return match == Match.IS_NOT
                    ? met.stream().allMatch(this::test)
                    : met.stream().anyMatch(this::test);
        }
        return !(dimension instanceof SessionDimension ofSession) || test(ofSession.of(session.session()));
    }

    private boolean test(@Nullable String value) {
        if (value == null) {
            return match == Match.IS_NOT;
        }
        return switch (match) {
            case IS -> values.contains(value);
            case IS_NOT -> !values.contains(value);
            case CONTAINS -> values.stream().anyMatch(value::contains);
            case STARTS_WITH -> values.stream().anyMatch(value::startsWith);
        };
    }
}
