package dev.varve.alert;

import dev.varve.error.Rejected;
import dev.varve.item.Num;
import dev.varve.key.Parts;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.Stat;
import dev.varve.series.OpenSeries;
import dev.varve.series.internal.SeriesAccess;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The baselines of each hour of the week, from the hourly rows of the weeks before. It holds what {@link #load} read last;
 * load it again from time to time.
 */
public final class HourlyBaseline implements Baselines {

    private static final int DAYS = 7;

    private record HourOfWeek(DayOfWeek day, int hour) {}

    /** The sums of one field over the same hour of several weeks. */
    private record Sums(long count, BigDecimal sum, BigDecimal squares) {

        static final Sums NONE = new Sums(0, BigDecimal.ZERO, BigDecimal.ZERO);

        /** Adds a row; ignores one without sums, which are left out if they exceed DynamoDB's numbers. */
        Sums plus(RollupRow row, String field) {
            return row.find(Stat.SUM.of(field)).orElse(null) instanceof Num more
                            && row.find(Stat.sumOfSquares(field)).orElse(null) instanceof Num moreSquares
                    ? new Sums(count + row.count(field), sum.add(more.value()), squares.add(moreSquares.value()))
                    : this;
        }

        Optional<Baseline> baseline() {
            if (count < 2) {
                return Optional.empty();
            }
            BigDecimal squareOfSum = sum.multiply(sum).divide(BigDecimal.valueOf(count), MathContext.DECIMAL128);
            double variance = squares.subtract(squareOfSum).doubleValue() / (count - 1);
            return Optional.of(new Baseline(sum.doubleValue() / count, Math.sqrt(Math.max(0, variance)), count));
        }
    }

    private final OpenSeries<?> series;
    private final ZoneId zone;
    private final int weeks;
    private final List<String> fields;
    private final Map<String, Map<String, Map<HourOfWeek, Sums>>> known = new ConcurrentHashMap<>();

    private HourlyBaseline(OpenSeries<?> series, ZoneId zone, int weeks, List<String> fields) {
        this.series = series;
        this.zone = zone;
        this.weeks = weeks;
        this.fields = fields;
    }

    /**
     * Returns baselines over this many weeks. The series must have one identity part, and its rollup hourly rows with the
     * standard deviation of these fields.
     *
     * @param zone determines the hour of the week
     */
    public static HourlyBaseline of(OpenSeries<?> series, ZoneId zone, int weeks, String... fields) {
        if (weeks < 1) {
            throw new Rejected("norm.weeks", "a baseline of %s weeks is too short; use at least 1".formatted(weeks));
        }
        List<String> identity =
                SeriesAccess.instance().layout(series.declaration()).identity();
        if (identity.size() != 1) {
            throw new Rejected(
                    "norm.identity",
                    "series %s has the identity parts %s; a baseline needs a series with exactly one"
                            .formatted(series.declaration().name(), identity));
        }
        for (String field : fields) {
            if (!series.rollup().measures(Stat.sumOfSquares(field))) {
                throw new Rejected(
                        "norm.no-deviation",
                        "the rollup of series %s has no standard deviation of %s: declare stats(\"%s\", …, Stat.STDDEV)"
                                .formatted(series.declaration().name(), field, field));
            }
        }
        return new HourlyBaseline(series, zone, weeks, List.of(fields));
    }

    /** Loads the baselines of these devices, up to the hour before this instant. */
    public HourlyBaseline load(Collection<String> deviceIds, Instant now) {
        Instant from = now.minus(Duration.ofDays((long) DAYS * weeks));
        Map<Parts, List<RollupRow>> rows =
                series.rollupsOf(deviceIds, query -> query.hourly().between(from, now.minus(Duration.ofHours(1))));
        String part =
                SeriesAccess.instance().layout(series.declaration()).identity().get(0);
        rows.forEach((identity, hours) -> known.put(identity.text(part), sums(hours)));
        return this;
    }

    private Map<String, Map<HourOfWeek, Sums>> sums(List<RollupRow> hours) {
        Map<String, Map<HourOfWeek, Sums>> sums = new HashMap<>();
        for (String field : fields) {
            Map<HourOfWeek, Sums> byHour = new HashMap<>();
            for (RollupRow row : hours) {
                byHour.merge(
                        hourOfWeek(row.start()), Sums.NONE.plus(row, field), (before, more) -> before.plus(row, field));
            }
            sums.put(field, byHour);
        }
        return sums;
    }

    private HourOfWeek hourOfWeek(Instant at) {
        ZonedDateTime local = at.atZone(zone);
        return new HourOfWeek(local.getDayOfWeek(), local.getHour());
    }

    @Override
    public Optional<Baseline> at(String deviceId, String field, Instant at) {
        return Optional.ofNullable(known.getOrDefault(deviceId, Map.of())
                        .getOrDefault(field, Map.of())
                        .get(hourOfWeek(at)))
                .flatMap(Sums::baseline);
    }
}
