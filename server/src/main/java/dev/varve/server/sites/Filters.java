package dev.varve.server.sites;

import dev.varve.analytics.goal.GoalRule;
import dev.varve.analytics.stats.Dimension;
import dev.varve.analytics.stats.Filter;
import dev.varve.analytics.stats.MetGoals;
import dev.varve.error.Rejected;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses filters: {@code page:is:/pricing;source:is:Google|Bing}. All filters must match; one value of a filter is enough.
 * Within a value, {@code %}, {@code ;} and {@code |} are {@code %25}, {@code %3B} and {@code %7C}.
 */
final class Filters {

    private static final Pattern ESCAPED = Pattern.compile("%(25|3B|7C)", Pattern.CASE_INSENSITIVE);
    private static final int HEX = 16;

    private Filters() {}

    /** @param goals the goals of the site, read only if a filter names one */
    static List<Filter> parse(String text, Supplier<List<GoalRule>> goals) {
        List<Filter> filters = new ArrayList<>();
        for (String part : text.split(";")) {
            if (!part.isEmpty()) {
                filters.add(filter(part, goals));
            }
        }
        return filters;
    }

    private static Filter filter(String part, Supplier<List<GoalRule>> goals) {
        String[] pieces = part.split(":", 3);
        if (pieces.length < 3 || pieces[2].isEmpty()) {
            throw new Rejected(
                    "ask.filter",
                    "\"%s\" is not a filter; write dimension:operator:value, such as page:is:/pricing"
                            .formatted(EnumTexts.shown(part)));
        }
        List<String> values = new ArrayList<>();
        for (String value : pieces[2].split("\\|")) {
            if (!value.isEmpty()) {
                values.add(decoded(value));
            }
        }
        Filter.Match match = match(pieces[1]);
        Dimension dimension = pieces[0].equals(Dimensions.GOAL) ? new MetGoals(goals.get()) : Dimensions.of(pieces[0]);
        return new Filter(dimension, match, values);
    }

    private static Filter.Match match(String operator) {
        return switch (operator) {
            case "is" -> Filter.Match.IS;
            case "is_not" -> Filter.Match.IS_NOT;
            case "contains" -> Filter.Match.CONTAINS;
            case "prefix" -> Filter.Match.STARTS_WITH;
            default ->
                throw new Rejected(
                        "ask.operator",
                        "\"%s\" is not an operator; the operators are is, is_not, contains and prefix"
                                .formatted(EnumTexts.shown(operator)));
        };
    }

    private static String decoded(String value) {
        return ESCAPED.matcher(value)
                .replaceAll(
                        found -> Matcher.quoteReplacement(Character.toString(Integer.parseInt(found.group(1), HEX))));
    }
}
