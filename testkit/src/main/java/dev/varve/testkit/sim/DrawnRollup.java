package dev.varve.testkit.sim;

import dev.varve.item.RecordOptions;
import dev.varve.key.Grain;
import dev.varve.key.Tick;
import dev.varve.rollup.Counter;
import dev.varve.rollup.Group;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.Stat;
import dev.varve.rollup.Tier;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.TtlStart;
import dev.varve.testkit.random.Draw;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A random series with a rollup, with the properties that the expectation needs.
 *
 * @param isPacked whether events are packed into blocks
 * @param hasId whether the id is part of the key, after the clock
 * @param lengths the tiers, the shortest first
 * @param keep how long events are kept, or null for no limit
 * @param maxLate how late events may be, or null for no limit
 * @param stats what is measured of each field
 * @param neighbour another series whose rows are in the same items, or null if there is none
 * @param horizon the approximate time that the simulation covers
 */
record DrawnRollup(
        Series<SimEvent> series,
        Calendar calendar,
        Tick tick,
        boolean isPacked,
        boolean hasId,
        List<Length> lengths,
        @Nullable Duration keep,
        TtlStart base,
        Duration maxFuture,
        @Nullable Duration maxLate,
        boolean replaces,
        Map<String, Set<Stat>> stats,
        boolean isByPlace,
        boolean isByAll,
        @Nullable Series<Neighbour.Note> neighbour,
        Duration horizon) {

    static final String TEMPERATURE = "temperature";
    static final String LEVEL = "level";
    static final String PLACE = "place";
    static final String FLEET = "fleet";
    static final String SHARED = "stats";

    /** A row is sealed this long before its sources start to expire. */
    private static final Duration SEALED_BEFORE = Duration.ofDays(1);

    private static final Duration TAKEN_BEFORE = Duration.ofDays(2);

    /**
     * A tier.
     *
     * @param source how long the source of its rows is kept, or null for no limit
     * @param keep how long its rows are kept, or null for no limit
     */
    record Length(
            Grain grain,
            @Nullable Duration source,
            @Nullable Duration keep) {}

    private static final List<ZoneId> ZONES = List.of(
            ZoneOffset.UTC, ZoneId.of("Asia/Kolkata"), ZoneId.of("Europe/Berlin"), ZoneId.of("America/New_York"));

    /** The times that a block covers. */
    private static final List<Duration> SPANS =
            List.of(Duration.ofMinutes(20), Duration.ofHours(1), Duration.ofHours(4), Duration.ofDays(1));

    /** @param start the moment at which the simulation begins */
    static DrawnRollup draw(Draw draw, RollupSim.Form form, Instant start) {
        boolean isPacked = form == RollupSim.Form.PACKED;
        List<Grain> grains = grains(draw);
        boolean hasId = !isPacked && draw.chance(35);
        Tick tick = draw.oneOf(Tick.SECONDS, Tick.MILLIS);
        ZoneId zone = draw.oneOf(ZONES);
        TtlStart base = isPacked || draw.chance(70) ? TtlStart.EVENT_TIME : TtlStart.ARRIVAL;
        Duration maxFuture = draw.oneOf(Duration.ofHours(2), Duration.ofDays(1));
        Duration keep = draw.chance(60) ? source(draw, grains.get(0), 6) : null;
        Duration kept = keep == null || base == TtlStart.EVENT_TIME ? keep : keep.plus(maxFuture);
        boolean isByPlace = draw.chance(60);
        boolean isByAll = draw.chance(40);
        List<Length> lengths = new ArrayList<>();
        Duration source = keep;
        for (int i = 0; i < grains.size(); i++) {
            boolean isLast = i == grains.size() - 1;
            Duration rows = draw.chance(50) ? source(draw, grains.get(isLast ? i : i + 1), 10) : null;
            lengths.add(new Length(grains.get(i), source, rows));
            source = rows;
        }
        Duration most = mostLate(lengths, isByPlace || isByAll);
        Duration declared = draw.chance(40) ? Duration.ofMinutes(draw.between(30, 60 * 24 * 4)) : null;
        Duration maxLate = declared == null || (most != null && declared.compareTo(most) > 0) ? null : declared;
        Map<String, Set<Stat>> stats = stats(draw);
        boolean replaces = draw.chance(40);
        boolean isShared = draw.chance(30);
        Rollup rollup = rollup(draw, lengths, isShared, stats);
        rollup = isByPlace ? rollup.group(byPlace(draw, lengths, isShared)) : rollup;
        rollup = isByAll ? rollup.group(Group.all(FLEET)) : rollup;

        SeriesBuilder<SimEvent> builder = Series.of(SimEvent.class)
                .named("sim")
                .partition(partition(draw, isPacked))
                .sort(draw.oneOf("READING#", "E#") + (hasId ? "{at}#{id}" : "{at}"))
                .tick(tick)
                .zone(zone)
                .maxFuture(maxFuture)
                .onConflict(replaces ? ConflictPolicy.REPLACE : ConflictPolicy.REFUSE)
                .rollUp(rollup);
        builder = draw.chance(30)
                ? builder.options(
                        RecordOptions.defaults().rename(TEMPERATURE, "t").rename(PLACE, "where"))
                : builder;
        builder = kept == null ? builder : builder.keep(kept, base);
        builder = maxLate == null ? builder : builder.maxLate(maxLate);
        if (isPacked) {
            builder = builder.packed(draw.oneOf(SPANS));
            builder = draw.chance(40)
                    ? builder.since(
                            Tick.SECONDS.floor(start.plusSeconds(draw.between(-200_000, 400_000))),
                            partition(draw, true) + draw.oneOf("", "#v2"))
                    : builder;
        }
        boolean closesHours = grains.indexOf(Grain.HOUR) > 0;
        return new DrawnRollup(
                builder.build(),
                new Calendar(zone),
                tick,
                isPacked,
                hasId,
                lengths,
                kept,
                base,
                maxFuture,
                maxLate == null ? most : maxLate,
                replaces,
                stats,
                isByPlace,
                isByAll,
                isShared ? Neighbour.series(zone, rollup.tiers()) : null,
                Duration.ofDays(closesHours ? 8 : 70));
    }

    private static List<Grain> grains(Draw draw) {
        List<Grain> grains = new ArrayList<>();
        for (Grain grain : List.of(Grain.MINUTE, Grain.HOUR, Grain.DAY, Grain.MONTH)) {
            if (draw.chance(grain == Grain.MINUTE ? 20 : 65)) {
                grains.add(grain);
            }
        }
        return grains.isEmpty() ? List.of(Grain.HOUR) : grains;
    }

    /** Returns how long the source of rows of this grain is kept. */
    private static Duration source(Draw draw, Grain grain, int moreDays) {
        return longest(grain).plus(TAKEN_BEFORE).plusMinutes(draw.between(60, 60 * 24 * moreDays));
    }

    private static Duration longest(Grain grain) {
        return switch (grain) {
            case MINUTE -> Duration.ofMinutes(1);
            case HOUR -> Duration.ofHours(1);
            case DAY -> Duration.ofHours(25);
            default -> Duration.ofDays(31).plusHours(1);
        };
    }

    private static @Nullable Duration mostLate(List<Length> lengths, boolean hasGroups) {
        Duration most = null;
        for (Length length : lengths) {
            for (Duration kept : new @Nullable Duration[] {length.source(), hasGroups ? length.keep() : null}) {
                if (kept != null) {
                    Duration allowed = kept.minus(longest(length.grain())).minus(TAKEN_BEFORE);
                    most = most == null || allowed.compareTo(most) < 0 ? allowed : most;
                }
            }
        }
        return most;
    }

    private static Map<String, Set<Stat>> stats(Draw draw) {
        Map<String, Set<Stat>> stats = new LinkedHashMap<>();
        for (String field : List.of(TEMPERATURE, LEVEL)) {
            Set<Stat> some = EnumSet.of(Stat.COUNT);
            for (Stat stat : Stat.values()) {
                if (draw.chance(60)) {
                    some.add(stat);
                }
            }
            if (field.equals(TEMPERATURE) || draw.chance(70)) {
                stats.put(field, some);
            }
        }
        return stats;
    }

    private static String partition(Draw draw, boolean isPacked) {
        return "DEVICE#{device}" + draw.oneOf("", "", "#{at:month}", "#{at:day}")
                + (!isPacked && draw.chance(35) ? "#{shard:%s}".formatted(draw.between(2, 4)) : "");
    }

    private static Rollup rollup(Draw draw, List<Length> lengths, boolean isShared, Map<String, Set<Stat>> stats) {
        Rollup rollup = Rollup.of().refreshGroups(Duration.ofMinutes(draw.oneOf(0, 2, 60)));
        for (Map.Entry<String, Set<Stat>> field : stats.entrySet()) {
            rollup = rollup.stats(field.getKey(), field.getValue().toArray(Stat[]::new));
            if (field.getValue().contains(Stat.LAST)) {
                rollup = rollup.measure(Counter.of(field.getKey()));
            }
        }
        for (Length length : lengths) {
            rollup = rollup.tier(tier(draw, length, "ROWS-%s#{device}", isShared));
        }
        return isShared ? rollup.sharedRows(SHARED) : rollup;
    }

    private static Group byPlace(Draw draw, List<Length> lengths, boolean isShared) {
        Group byPlace = Group.by(PLACE);
        for (Length length : lengths) {
            byPlace = draw.chance(25) ? byPlace.tier(tier(draw, length, "PLACE-%s#{place}", isShared)) : byPlace;
        }
        return byPlace;
    }

    private static Tier tier(Draw draw, Length length, String prefix, boolean isShared) {
        String word = length.grain().word();
        Tier tier = length.keep() == null
                ? Tier.of(length.grain())
                : Tier.of(length.grain()).keep(length.keep());
        boolean isGroup = prefix.startsWith("PLACE");
        if (isGroup || isShared || draw.chance(35)) {
            String partition = prefix.formatted(word) + draw.oneOf("", "#{at:month}");
            tier = tier.keys(partition, "R#{at:" + word + "}");
        }
        if (draw.chance(25)) {
            tier = tier.index("gsi1", "BY-" + prefix.formatted(word), "R#{at:" + word + "}");
        }
        if (draw.chance(30)) {
            tier = tier.name("rowVersion", "v").name("countTemperature", "nt");
        }
        return isShared || draw.chance(30) ? tier.name("count", "n") : tier;
    }

    boolean hasGroups() {
        return isByPlace || isByAll;
    }

    /** Returns the event as stored: with an id after the clock, the clock is not truncated. */
    SimEvent cut(SimEvent given) {
        return hasId ? given : given.at(tick.floor(given.at()));
    }

    /** Returns the second at which an event expires. */
    long expiresAt(Instant clock, Instant now) {
        if (keep == null) {
            return Long.MAX_VALUE;
        }
        Instant end = (base == TtlStart.EVENT_TIME ? clock : now).plus(keep);
        return end.getEpochSecond() + (end.getNano() == 0 ? 0 : 1);
    }

    /** Returns when a row of an identity is sealed. */
    Instant sealedAt(int tier, Instant clock) {
        return sealed(lengths.get(tier), lengths.get(tier).source(), clock);
    }

    /** Returns when a row of a group is sealed, if the rows of its members are not. */
    Instant groupSealedAt(int tier, Instant clock) {
        return sealed(lengths.get(tier), lengths.get(tier).keep(), clock);
    }

    private Instant sealed(Length length, @Nullable Duration source, Instant clock) {
        return source == null
                ? Instant.MAX
                : calendar.start(length.grain(), clock).plus(source).minus(SEALED_BEFORE);
    }

    /** Returns the time until which changes of an event count for its row of this tier. */
    Instant countedUntil(int tier, Instant clock, boolean isGroup) {
        Instant until = isGroup ? groupSealedAt(tier, clock) : Instant.MAX;
        for (int i = 0; i <= tier; i++) {
            Instant sealed = sealedAt(i, clock);
            until = sealed.isBefore(until) ? sealed : until;
        }
        return until;
    }

    /** Returns whether a row with this start has expired. */
    boolean isRowExpired(int tier, Instant start, Instant now) {
        Duration kept = lengths.get(tier).keep();
        return kept != null && !start.plus(kept).isAfter(now);
    }
}
