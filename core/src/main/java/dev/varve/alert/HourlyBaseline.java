package dev.varve.alert;

import dev.varve.error.Rejected;
import dev.varve.item.Num;
import dev.varve.key.Parts;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.Stat;
import dev.varve.series.OpenSeries;
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
 * What is usual at each hour of the week, from the hourly rows of the weeks before. It knows what was loaded; load it
 * again from time to time.
 */
public final class HourlyBaseline implements Baselines {

    private static final int DAYS = 7;

    private record Place(DayOfWeek day, int hour) {}

    /** The sums of one field over the same hour of several weeks. */
    private record Sums(long count, BigDecimal sum, BigDecimal squares) {

        static final Sums NONE = new Sums(0, BigDecimal.ZERO, BigDecimal.ZERO);

        /** Adds a row; one that lacks a sum, because no DynamoDB number can hold it, is left out. */
        Sums plus(RollupRow row, String field) {
            return row.find(Stat.SUM.of(field)).orElse(null) instanceof Num more
                            && row.find(Stat.sumOfSquares(field)).orElse(null) instanceof Num moreSquares
                    ? new Sums(count + row.count(field), sum.add(more.value()), squares.add(moreSquares.value()))
                    : this;
        }

        Optional<Baseline> norm() {
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
    private final Map<String, Map<String, Map<Place, Sums>>> known = new ConcurrentHashMap<>();

    private HourlyBaseline(OpenSeries<?> series, ZoneId zone, int weeks, List<String> fields) {
        this.series = series;
        this.zone = zone;
        this.weeks = weeks;
        this.fields = fields;
    }

    /**
     * Looks at this many weeks of a series that one part addresses, and whose rollup has hourly rows with the standard
     * deviation of these fields.
     *
     * @param zone tells the hour of the week
     */
    public static HourlyBaseline of(OpenSeries<?> series, ZoneId zone, int weeks, String... fields) {
        if (weeks < 1) {
            throw new Rejected("norm.weeks", "%s weeks are to be looked at; at least one must be".formatted(weeks));
        }
        if (series.declaration().layout().identity().size() != 1) {
            throw new Rejected(
                    "norm.identity",
                    "one series of %s is addressed by %s; what is usual is known for series that one part addresses"
                            .formatted(
                                    series.declaration().name(),
                                    series.declaration().layout().identity()));
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

    /** Reads what is usual for these devices, up to the hour before this instant. */
    public HourlyBaseline load(Collection<String> deviceIds, Instant now) {
        Instant from = now.minus(Duration.ofDays((long) DAYS * weeks));
        Map<Parts, List<RollupRow>> rows =
                series.rollupsOf(deviceIds, asked -> asked.hourly().between(from, now.minus(Duration.ofHours(1))));
        String part = series.declaration().layout().identity().get(0);
        rows.forEach((identity, hours) -> known.put(identity.text(part), sums(hours)));
        return this;
    }

    private Map<String, Map<Place, Sums>> sums(List<RollupRow> hours) {
        Map<String, Map<Place, Sums>> sums = new HashMap<>();
        for (String field : fields) {
            Map<Place, Sums> places = new HashMap<>();
            for (RollupRow row : hours) {
                places.merge(place(row.start()), Sums.NONE.plus(row, field), (before, more) -> before.plus(row, field));
            }
            sums.put(field, places);
        }
        return sums;
    }

    private Place place(Instant at) {
        ZonedDateTime local = at.atZone(zone);
        return new Place(local.getDayOfWeek(), local.getHour());
    }

    @Override
    public Optional<Baseline> expected(String deviceId, String field, Instant at) {
        return Optional.ofNullable(known.getOrDefault(deviceId, Map.of())
                        .getOrDefault(field, Map.of())
                        .get(place(at)))
                .flatMap(Sums::norm);
    }
}
