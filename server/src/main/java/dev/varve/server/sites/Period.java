package dev.varve.server.sites;

import dev.varve.analytics.stats.LocalDays;
import dev.varve.error.Rejected;
import dev.varve.server.http.route.ApiRequest;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The days that {@code period}, {@code from} and {@code to} select in a site's calendar. */
final class Period {

    private static final String DEFAULT = "30d";
    private static final Pattern LAST = Pattern.compile("([1-9][0-9]{0,3})(d|mo)");

    private Period() {}

    /**
     * Returns the selected days: {@code today}, {@code yesterday}, the last {@code 7d} including today, {@code month} up
     * to today, the last {@code 12mo} as whole months including this one, or {@code custom} from one date up to another,
     * which is not included.
     */
    static LocalDays of(ApiRequest request, ZoneId zone) {
        LocalDate today = LocalDate.ofInstant(request.now(), zone);
        LocalDate tomorrow = today.plusDays(1);
        String period = request.text("period", request.text("from").isPresent() ? "custom" : DEFAULT);
        Matcher last = LAST.matcher(period);
        if (last.matches()) {
            int number = Integer.parseInt(last.group(1));
            LocalDate month = today.withDayOfMonth(1);
            return last.group(2).equals("d")
                    ? LocalDays.of(tomorrow.minusDays(number), tomorrow, zone)
                    : LocalDays.of(month.minusMonths(number - 1L), month.plusMonths(1), zone);
        }
        return switch (period) {
            case "today" -> LocalDays.of(today, tomorrow, zone);
            case "yesterday" -> LocalDays.of(today.minusDays(1), today, zone);
            case "month" -> LocalDays.of(today.withDayOfMonth(1), tomorrow, zone);
            case "custom" -> LocalDays.of(date(request, "from"), date(request, "to"), zone);
            default ->
                throw new Rejected(
                        "ask.period",
                        "period is \"%s\"; it must be today, yesterday, month, custom, or like 7d or 12mo"
                                .formatted(EnumTexts.shown(period)));
        };
    }

    private static LocalDate date(ApiRequest request, String name) {
        String text = request.required(name);
        try {
            LocalDate date = LocalDate.parse(text);
            // Keys hold years with four digits.
            if (date.getYear() >= 1 && date.getYear() <= 9_998) {
                return date;
            }
        } catch (DateTimeException e) {
            // Reported below, with an example.
        }
        throw new Rejected(
                "ask.date",
                "%s is \"%s\"; it must be a date such as 2026-04-20".formatted(name, EnumTexts.shown(text)));
    }
}
