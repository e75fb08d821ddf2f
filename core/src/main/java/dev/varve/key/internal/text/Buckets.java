package dev.varve.key.internal.text;

import dev.varve.key.Grain;
import dev.varve.key.ZoneHistory;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;

/**
 * The buckets of one grain in one zone; they cover the whole domain without gaps or overlaps.
 *
 * <p>All bounds are whole epoch seconds, the resolution of zone rules. A day, month or year begins at the first instant
 * at which the zone's calendar shows its first day. A day that the zone skipped is not a bucket; when clocks go back
 * over midnight, the new day continues. An hour begins when the zone's clock shows a full hour, and whenever its offset
 * changes, so that hours nest in days also in zones with half-hour offsets. The first and the last bucket extend to the
 * ends of the domain.
 */
public abstract sealed class Buckets {

    private static final long HOUR = 3_600;
    private static final long DAY = 86_400;

    /** Returns the start of the bucket that contains a second of the domain. */
    public abstract long floor(long second);

    /** Returns the end of the bucket that contains a second of the domain, which is the start of the next. */
    public abstract long next(long second);

    /** Returns the first date of the bucket that contains a second, for grains from day on. */
    public abstract long firstDay(long second);

    /** Returns the start of the bucket that begins with a date, for grains from day on. */
    public abstract long start(long firstDay);

    public static Buckets of(Grain grain, ZoneHistory zones) {
        Buckets buckets = of(grain, zones.first());
        for (ZoneHistory.Change change : zones.changes()) {
            long since = change.since().getEpochSecond();
            Buckets after = of(grain, change.zone());
            buckets = grain.compareTo(Grain.DAY) < 0
                    ? new ChangedHours(buckets, since, after)
                    : new ChangedDates(buckets, since, after);
        }
        return buckets;
    }

    public static Buckets of(Grain grain, ZoneId zone) {
        boolean utc = zone.normalized().equals(ZoneOffset.UTC);
        return switch (grain) {
            case MINUTE -> new Even(60);
            case HOUR -> utc ? new Even(HOUR) : new ZonedHours(zone.getRules());
            default -> utc ? new UtcDates(grain) : new ZonedDates(grain, zone);
        };
    }

    /** Minutes or hours. */
    private abstract static sealed class WithoutDates extends Buckets {
        @Override
        public long firstDay(long second) {
            throw new IllegalStateException("minutes and hours have no date of their own");
        }

        @Override
        public long start(long firstDay) {
            throw new IllegalStateException("minutes and hours have no date of their own");
        }
    }

    /** Minutes or hours in UTC. */
    static final class Even extends WithoutDates {
        private final long length;

        Even(long length) {
            this.length = length;
        }

        @Override
        public long floor(long second) {
            return second - Math.floorMod(second, length);
        }

        @Override
        public long next(long second) {
            return floor(second) + length;
        }
    }

    private static final class ZonedHours extends WithoutDates {
        private final ZoneRules rules;

        ZonedHours(ZoneRules rules) {
            this.rules = rules;
        }

        @Override
        public long floor(long second) {
            long hour = second - sinceFullHour(second);
            if (offset(hour) != offset(second)) {
                var change = rules.previousTransition(Instant.ofEpochSecond(second + 1));
                hour = Math.max(hour, change.getInstant().getEpochSecond());
            }
            return Math.max(hour, ClockDomain.FIRST_SECOND);
        }

        @Override
        public long next(long second) {
            long hour = second - sinceFullHour(second) + HOUR;
            if (offset(hour - 1) != offset(second)) {
                var change = rules.nextTransition(Instant.ofEpochSecond(second));
                hour = Math.min(hour, change.getInstant().getEpochSecond());
            }
            return Math.min(hour, ClockDomain.END_SECOND);
        }

        private long sinceFullHour(long second) {
            return Math.floorMod(second + offset(second), HOUR);
        }

        private int offset(long second) {
            return rules.getOffset(Instant.ofEpochSecond(second)).getTotalSeconds();
        }
    }

    private static final class UtcDates extends Buckets {
        private final Grain grain;

        UtcDates(Grain grain) {
            this.grain = grain;
        }

        @Override
        public long floor(long second) {
            return firstDay(second) * DAY;
        }

        @Override
        public long next(long second) {
            return CivilDate.next(Math.floorDiv(second, DAY), grain) * DAY;
        }

        @Override
        public long firstDay(long second) {
            return CivilDate.first(Math.floorDiv(second, DAY), grain);
        }

        @Override
        public long start(long firstDay) {
            return firstDay * DAY;
        }
    }

    private static final class ZonedDates extends Buckets {
        private static final long FIRST_DAY = Math.floorDiv(ClockDomain.FIRST_SECOND, DAY);
        private static final long LAST_DAY = Math.floorDiv(ClockDomain.END_SECOND, DAY) - 1;

        private final Grain grain;
        private final ZoneId zone;

        ZonedDates(Grain grain, ZoneId zone) {
            this.grain = grain;
            this.zone = zone;
        }

        @Override
        public long floor(long second) {
            return start(firstDay(second));
        }

        @Override
        public long next(long second) {
            return start(CivilDate.next(day(second), grain));
        }

        @Override
        public long firstDay(long second) {
            return CivilDate.first(day(second), grain);
        }

        /** Returns the latest date that has begun. */
        private long day(long second) {
            ZoneOffset offset = zone.getRules().getOffset(Instant.ofEpochSecond(second));
            long day = Math.floorDiv(second + offset.getTotalSeconds(), DAY);
            day = Math.max(FIRST_DAY, Math.min(LAST_DAY, day));
            // Clocks that go back over midnight show yesterday's date again.
            while (start(day + 1) <= second) {
                day++;
            }
            return day;
        }

        @Override
        public long start(long firstDay) {
            if (firstDay <= FIRST_DAY) {
                return ClockDomain.FIRST_SECOND;
            }
            if (firstDay > LAST_DAY) {
                return ClockDomain.END_SECOND;
            }
            return ClockDomain.clamp(
                    LocalDate.ofEpochDay(firstDay).atStartOfDay(zone).toEpochSecond());
        }
    }

    /** Minutes or hours of one zone and then of another; the change splits the bucket it falls into. */
    private static final class ChangedHours extends WithoutDates {
        private final Buckets before;
        private final long since;
        private final Buckets after;

        ChangedHours(Buckets before, long since, Buckets after) {
            this.before = before;
            this.since = since;
            this.after = after;
        }

        @Override
        public long floor(long second) {
            return second < since ? before.floor(second) : Math.max(since, after.floor(second));
        }

        @Override
        public long next(long second) {
            return second < since ? Math.min(since, before.next(second)) : after.next(second);
        }
    }

    /**
     * Days, months or years of one zone and then of another, as if clocks changed at that moment. A date that began in
     * the first zone continues in the second until that zone shows a later date, so each bucket name is used once.
     */
    private static final class ChangedDates extends Buckets {
        private final Buckets before;
        private final long since;
        private final Buckets after;
        private final long lastDay;
        private final long end;

        ChangedDates(Buckets before, long since, Buckets after) {
            this.before = before;
            this.since = since;
            this.after = after;
            lastDay = before.firstDay(since - 1);
            long later = since;
            while (later < ClockDomain.END_SECOND && after.firstDay(later) <= lastDay) {
                later = after.next(later);
            }
            end = later;
        }

        @Override
        public long floor(long second) {
            if (second < end) {
                return before.floor(Math.min(second, since - 1));
            }
            return Math.max(end, after.floor(second));
        }

        @Override
        public long next(long second) {
            if (second >= end) {
                return after.next(second);
            }
            return floor(second) == floor(since - 1) ? end : before.next(second);
        }

        @Override
        public long firstDay(long second) {
            return second < end ? before.firstDay(Math.min(second, since - 1)) : after.firstDay(second);
        }

        @Override
        public long start(long firstDay) {
            return firstDay <= lastDay ? before.start(firstDay) : Math.max(end, after.start(firstDay));
        }
    }
}
