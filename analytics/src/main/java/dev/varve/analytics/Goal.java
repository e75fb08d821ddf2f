package dev.varve.analytics;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.varve.analytics.enrich.UntrustedText;
import dev.varve.analytics.goal.GoalRule;
import dev.varve.analytics.goal.GoalValue;
import dev.varve.analytics.goal.TextPattern;
import dev.varve.error.Rejected;
import dev.varve.internal.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that visitors of a site should do.
 *
 * @param goalId letters, digits, dots, dashes and underscores
 * @param kind what the goal evaluates
 * @param match how the pattern is compared; null for durations
 * @param pattern a path or the name of an event; null for durations
 * @param duration the minimum length of a session in seconds; null for pages and events
 * @param value the name of a property of the event that is a number, which is summed as revenue; null for the revenue of the
 *     event
 * @param currency the currency code of these sums; null without a value
 * @param createdAt set when the goal is created; a caller's value is ignored
 */
public record Goal(
        String siteId,
        String goalId,
        String name,
        Kind kind,
        @Nullable Match match,
        @Nullable String pattern,
        @Nullable Long duration,
        @Nullable String value,
        @Nullable String currency,
        @Nullable Instant createdAt) {

    /** What a goal evaluates. */
    public enum Kind {
        PAGE,
        EVENT,
        DURATION
    }

    /** How a goal compares its pattern. */
    public enum Match {
        EXACT,
        PREFIX,
        CONTAINS,
        /** One star matches any part of a path segment, two stars any part of the path: {@code /blog/*}, {@code /shop/**}. */
        STARS,
        /** A regular expression in RE2 syntax, which runs in linear time; matches anywhere unless it is anchored. */
        REGEX
    }

    static final int MAX_PATTERN = 500;

    /** The longest duration that can be declared. */
    static final long MAX_SECONDS = Durations.MAX.toSeconds();

    public Goal {
        Site.requireId("site.id", "site id", siteId);
        Site.requireId("goal.id", "goal id", goalId);
        if (kind == Kind.DURATION) {
            requireDuration(goalId, match, pattern, duration);
        } else {
            requirePattern(goalId, match, pattern, duration);
        }
        requireValue(goalId, kind, value, currency);
        if (name.isBlank() || name.length() > Site.MAX_NAME) {
            throw new Rejected(
                    "goal.name",
                    "the name of goal %s has %s characters; give 1 to %s, not only spaces"
                            .formatted(goalId, name.length(), Site.MAX_NAME));
        }
    }

    /** Returns a goal that a page view meets. */
    public static Goal page(String siteId, String goalId, Match match, String path) {
        return new Goal(siteId, goalId, title(path), Kind.PAGE, match, path, null, null, null, null);
    }

    /** Returns a goal that a custom event meets. */
    public static Goal event(String siteId, String goalId, Match match, String name) {
        return new Goal(siteId, goalId, title(name), Kind.EVENT, match, name, null, null, null, null);
    }

    /** Returns a goal that a session of at least this duration meets. */
    public static Goal stay(String siteId, String goalId, Duration atLeast) {
        if (atLeast == null) {
            throw invalidDuration(goalId, null);
        }
        String name = "stays " + atLeast.toSeconds() + " s";
        return new Goal(siteId, goalId, name, Kind.DURATION, null, null, atLeast.toSeconds(), null, null, null);
    }

    public Goal named(String newName) {
        return new Goal(siteId, goalId, newName, kind, match, pattern, duration, value, currency, createdAt);
    }

    /** Sums a property of the event as revenue in this currency, instead of the revenue of the event. */
    public Goal withValue(String property, String newCurrency) {
        return new Goal(siteId, goalId, name, kind, match, pattern, duration, property, newCurrency, createdAt);
    }

    private static String title(String pattern) {
        return UntrustedText.cut(pattern, Site.MAX_NAME);
    }

    /** Returns the rule that statistics use for this goal. */
    public GoalRule rule() {
        if (duration != null) {
            return GoalRule.stay(name, Duration.ofSeconds(duration));
        }
        TextPattern.Kind patternKind = switch (Objects.requireNonNull(match)) {
            case EXACT -> TextPattern.Kind.EXACT;
            case PREFIX -> TextPattern.Kind.PREFIX;
            case CONTAINS -> TextPattern.Kind.CONTAINS;
            case STARS -> TextPattern.Kind.STARS;
            case REGEX -> TextPattern.Kind.REGEX;
        };
        TextPattern compiled = TextPattern.of(patternKind, Objects.requireNonNull(pattern));
        if (kind == Kind.PAGE) {
            return GoalRule.page(name, compiled);
        }
        return value == null
                ? GoalRule.event(name, compiled)
                : GoalRule.event(name, compiled, new GoalValue(value, Objects.requireNonNull(currency)));
    }

    private static void requireValue(String goalId, Kind kind, @Nullable String value, @Nullable String currency) {
        if (value == null && currency == null) {
            return;
        }
        if (kind != Kind.EVENT || value == null || currency == null) {
            throw new Rejected(
                    "goal.value",
                    "goal %s has a value: give it to an event goal only, with the name of a property and a currency"
                            .formatted(goalId));
        }
        // Checks both.
        var unused = new GoalValue(value, currency);
    }

    private static void requireDuration(
            String goalId, @Nullable Match match, @Nullable String pattern, @Nullable Long duration) {
        if (duration == null || duration < 1 || duration > MAX_SECONDS || match != null || pattern != null) {
            throw invalidDuration(goalId, duration);
        }
    }

    private static Rejected invalidDuration(String goalId, @Nullable Long duration) {
        return new Rejected(
                "goal.duration",
                "goal %s of kind DURATION has %s seconds: give the length of a session, from 1 to %s seconds, and no pattern"
                        .formatted(goalId, duration, MAX_SECONDS));
    }

    private static void requirePattern(
            String goalId, @Nullable Match match, @Nullable String pattern, @Nullable Long duration) {
        if (match == null
                || pattern == null
                || pattern.isEmpty()
                || pattern.length() > MAX_PATTERN
                || duration != null) {
            throw new Rejected(
                    "goal.pattern",
                    "goal %s is a page or event goal: give a match, a pattern of 1 to %s characters, and no"
                                    .formatted(goalId, MAX_PATTERN)
                            + " duration");
        }
        if (match == Match.REGEX) {
            try {
                Pattern.compile(pattern);
            } catch (PatternSyntaxException e) {
                throw new Rejected(
                        "goal.regex",
                        "pattern \"%s\" of goal %s is not a valid RE2 regular expression: %s"
                                .formatted(pattern, goalId, e.getDescription()));
            }
        }
    }
}
