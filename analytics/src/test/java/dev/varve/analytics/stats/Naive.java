package dev.varve.analytics.stats;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.stats.internal.TrafficQuery;
import dev.varve.key.Grain;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A naive and slow model of the statistics, which shares no code with the tested ones. */
final class Naive {

    private final TrafficQuery query;
    private final List<Hit> all;
    /** The session of each hit, as the hits it consists of. */
    private final Map<String, List<Hit>> sessionOf;
    /** The hits that the filters select. */
    private final List<Hit> hits;
    /** The sessions that the filters select. */
    private final List<List<Hit>> sessions;

    Naive(TrafficQuery query, List<Hit> all) {
        this.query = query;
        this.all = all;
        this.sessionOf = all.stream().collect(Collectors.toMap(Hit::id, hit -> sessionOf(hit, all)));
        this.hits = all.stream()
                .filter(hit -> isIn(hit.at()) && hitFits(hit) && sessionFits(sessionOf(hit)))
                .toList();
        this.sessions = all.stream()
                .filter(hit -> sessionOf(hit).get(0).equals(hit))
                .filter(hit -> isIn(hit.at()))
                .map(this::sessionOf)
                .filter(session -> sessionFits(session) && session.stream().anyMatch(this::hitFits))
                .toList();
    }

    /** Extends from a hit in both directions while the visitor's next hit is at most 30 minutes away. */
    private static List<Hit> sessionOf(Hit hit, List<Hit> all) {
        List<Hit> own = all.stream()
                .filter(other -> other.visitorId().equals(hit.visitorId()))
                .toList();
        int first = own.indexOf(hit);
        int last = first;
        while (first > 0 && near(own.get(first - 1), own.get(first))) {
            first--;
        }
        while (last < own.size() - 1 && near(own.get(last), own.get(last + 1))) {
            last++;
        }
        return own.subList(first, last + 1);
    }

    private static boolean near(Hit one, Hit next) {
        return one.at().until(next.at(), ChronoUnit.MILLIS) <= 1_800_000;
    }

    private List<Hit> sessionOf(Hit hit) {
        return sessionOf.get(hit.id());
    }

    private boolean isIn(Instant at) {
        LocalDate date = LocalDate.ofInstant(at, query.days().zone());
        return !date.isBefore(query.days().from()) && date.isBefore(query.days().to());
    }

    private static boolean test(Filter filter, String value) {
        Stream<String> values = filter.values().stream();
        return switch (filter.match()) {
            case IS -> values.anyMatch(wanted -> wanted.equals(value));
            case IS_NOT -> values.noneMatch(wanted -> wanted.equals(value));
            case CONTAINS -> values.anyMatch(wanted -> value != null && value.indexOf(wanted) >= 0);
            case STARTS_WITH -> values.anyMatch(wanted -> value != null && value.indexOf(wanted) == 0);
        };
    }

    static String valueOfHit(Dimension dimension, Hit hit) {
        CustomEvent event = hit instanceof CustomEvent custom ? custom : null;
        if (dimension instanceof EventProperty prop) {
            return event == null ? null : event.props().get(prop.name());
        }
        if (dimension == HitDimension.PAGE) {
            return hit.path();
        }
        if (dimension == HitDimension.HOSTNAME) {
            return event == null ? ((PageView) hit).hostname() : event.hostname();
        }
        return event == null ? null : event.name();
    }

    static String valueOfSession(SessionDimension dimension, List<Hit> session) {
        List<String> pages = session.stream()
                .filter(hit -> hit instanceof PageView)
                .map(Hit::path)
                .toList();
        var traits = session.get(0).traits();
        return switch (dimension) {
            case ENTRY_PAGE -> pages.isEmpty() ? null : pages.get(0);
            case EXIT_PAGE -> pages.isEmpty() ? null : pages.get(pages.size() - 1);
            case SOURCE -> traits.source();
            case REFERRER -> traits.referrer();
            case CHANNEL -> traits.channel();
            case UTM_SOURCE -> traits.utmSource();
            case UTM_MEDIUM -> traits.utmMedium();
            case UTM_CAMPAIGN -> traits.utmCampaign();
            case UTM_TERM -> traits.utmTerm();
            case UTM_CONTENT -> traits.utmContent();
            case COUNTRY -> traits.country();
            case DEVICE -> traits.device();
            case BROWSER -> traits.browser();
            case OS -> traits.os();
        };
    }

    private boolean sessionFits(List<Hit> session) {
        return query.filters().stream()
                .filter(filter -> filter.dimension() instanceof SessionDimension)
                .allMatch(filter -> test(filter, valueOfSession((SessionDimension) filter.dimension(), session)));
    }

    private boolean hitFits(Hit hit) {
        return query.filters().stream()
                .filter(filter -> !(filter.dimension() instanceof SessionDimension))
                .allMatch(filter -> test(filter, valueOfHit(filter.dimension(), hit)));
    }

    TrafficTotals totals() {
        return numbers(at -> true);
    }

    private TrafficTotals numbers(Predicate<Instant> when) {
        List<Hit> done = hits.stream().filter(hit -> when.test(hit.at())).toList();
        List<List<Hit>> begun = sessions.stream()
                .filter(session -> when.test(session.get(0).at()))
                .toList();
        return new TrafficTotals(
                visitors(done),
                begun.size(),
                done.stream().filter(hit -> hit instanceof PageView).count(),
                done.stream().filter(hit -> hit instanceof CustomEvent).count(),
                begun.stream().filter(Naive::isBounce).count(),
                begun.stream().mapToLong(Naive::views).sum(),
                begun.stream().mapToLong(session -> length(session).toSeconds()).sum(),
                revenue(done));
    }

    private static long visitors(List<Hit> hits) {
        return hits.stream().map(Hit::visitorId).distinct().count();
    }

    private static long views(List<Hit> session) {
        return session.stream().filter(hit -> hit instanceof PageView).count();
    }

    private static boolean isBounce(List<Hit> session) {
        return views(session) < 2
                && session.stream().noneMatch(hit -> hit instanceof CustomEvent event && event.interactive());
    }

    private static Duration length(List<Hit> session) {
        return Duration.between(
                session.get(0).at(), session.get(session.size() - 1).at());
    }

    private static Map<String, BigDecimal> revenue(List<Hit> hits) {
        Map<String, BigDecimal> revenue = new TreeMap<>();
        for (Hit hit : hits) {
            if (hit instanceof CustomEvent event && event.revenue() != null) {
                String currency = event.currency() == null ? "XXX" : event.currency();
                revenue.put(
                        currency,
                        revenue.getOrDefault(currency, new BigDecimal("0.00")).add(event.revenue()));
            }
        }
        return revenue;
    }

    /** Returns the totals of each hour, day or month of local time that has hits. */
    Map<String, TrafficTotals> points(Grain grain) {
        Map<String, TrafficTotals> points = new TreeMap<>();
        Stream.concat(hits.stream(), sessions.stream().map(session -> session.get(0)))
                .map(hit -> label(grain, hit.at()))
                .distinct()
                .forEach(label ->
                        points.put(label, numbers(at -> label(grain, at).equals(label))));
        return points;
    }

    String label(Grain grain, Instant at) {
        ZonedDateTime local = at.atZone(query.days().zone());
        String date = local.toLocalDate().toString();
        return switch (grain) {
            case MONTH -> date.substring(0, 7);
            case DAY -> date;
            default -> date + " " + local.getHour() + " " + local.getOffset();
        };
    }

    Breakdown breakdown(Dimension dimension, int offset, int limit) {
        List<String[]> counted = new ArrayList<>();
        if (dimension instanceof SessionDimension ofSession) {
            sessions.forEach(session -> counted.add(new String[] {
                valueOfSession(ofSession, session), session.get(0).visitorId()
            }));
        } else {
            boolean events = dimension instanceof EventProperty || dimension == HitDimension.EVENT;
            hits.stream()
                    .filter(hit -> hit instanceof CustomEvent == events)
                    .forEach(hit -> counted.add(new String[] {valueOfHit(dimension, hit), hit.visitorId()}));
        }
        List<BreakdownRow> rows = counted.stream()
                .map(pair -> pair[0])
                .filter(value -> value != null)
                .distinct()
                .map(value -> share(value, counted))
                .sorted(Comparator.comparing(BreakdownRow::value))
                .sorted(Comparator.comparing(BreakdownRow::count).reversed())
                .toList();
        int from = Math.min(offset, rows.size());
        return new Breakdown(
                dimension, counted.size(), rows.size(), rows.subList(from, Math.min(from + limit, rows.size())));
    }

    private static BreakdownRow share(String value, List<String[]> counted) {
        List<String> visitors = counted.stream()
                .filter(pair -> value.equals(pair[0]))
                .map(pair -> pair[1])
                .toList();
        return new BreakdownRow(
                value,
                visitors.size(),
                visitors.size(),
                OptionalLong.of(visitors.stream().distinct().count()),
                100.0 * visitors.size() / counted.size());
    }

    /** Counts a goal that single hits meet. */
    GoalResult goal(String name, Predicate<Hit> met) {
        List<Hit> doing = hits.stream().filter(met).toList();
        return goal(name, doing, revenue(doing));
    }

    GoalResult stay(String name, Duration atLeast) {
        List<Hit> met = sessions.stream()
                .filter(session -> length(session).compareTo(atLeast) >= 0)
                .map(session -> session.get(0))
                .toList();
        return goal(name, met, Map.of());
    }

    private GoalResult goal(String name, List<Hit> met, Map<String, BigDecimal> revenue) {
        long allVisitors = visitors(hits);
        return new GoalResult(
                name,
                met.size(),
                visitors(met),
                allVisitors == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) visitors(met) / allVisitors),
                revenue);
    }

    /** Returns how many visitors took the first n steps, for each n from 0, by trying all combinations of hits. */
    List<Long> funnel(List<Predicate<Hit>> steps, Duration window) {
        List<Hit> chosen = all.stream()
                .filter(hit -> isIn(hit.at()))
                .filter(hit ->
                        sessionFits(sessionOf(hit)) && sessionOf(hit).stream().anyMatch(this::hitFits))
                .toList();
        List<Long> visitors = new ArrayList<>();
        for (int taken = 0; taken <= steps.size(); taken++) {
            List<Predicate<Hit>> first = steps.subList(0, taken);
            visitors.add(chosen.stream().collect(Collectors.groupingBy(Hit::visitorId)).values().stream()
                    .filter(own -> first.isEmpty() || canTake(own, first, 0, null, window))
                    .count());
        }
        return visitors;
    }

    private static boolean canTake(
            List<Hit> own, List<Predicate<Hit>> steps, int from, Instant begun, Duration window) {
        for (int i = from; i < own.size(); i++) {
            Instant at = own.get(i).at();
            Instant first = begun == null ? at : begun;
            if (steps.get(0).test(own.get(i))
                    && Duration.between(first, at).compareTo(window) <= 0
                    && (steps.size() == 1 || canTake(own, steps.subList(1, steps.size()), i + 1, first, window))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a hit is at least this long after the first hit of its session. */
    boolean isAfter(Hit hit, Duration duration) {
        return !hit.at().isBefore(sessionOf(hit).get(0).at().plus(duration));
    }
}
