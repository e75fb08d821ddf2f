package dev.varve.rollup;

import dev.varve.error.Rejected;
import dev.varve.internal.Durations;
import dev.varve.key.Grain;
import dev.varve.rollup.internal.definition.FieldStats;
import dev.varve.rollup.internal.definition.NumberMapMeasure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of a rollup: its measures, tiers and groups; immutable.
 *
 * <pre>{@code
 * Rollup.of("temperature", "humidity")
 *     .hourly(Duration.ofDays(90)).daily().monthly()
 *     .group(Group.by("location"));
 * }</pre>
 */
public final class Rollup {

    private static final Set<Stat> DEFAULT_STATS = EnumSet.of(Stat.COUNT, Stat.SUM, Stat.MIN, Stat.MAX, Stat.AVG);
    private static final Duration GROUP_REFRESH = Duration.ofMinutes(2);

    private final Map<String, Measure> measures;
    private final Map<Grain, Tier> tiers;
    private final List<Group> groups;
    private final Duration groupRefresh;
    private final @Nullable String sharedRows;

    private Rollup(
            Map<String, Measure> measures,
            Map<Grain, Tier> tiers,
            List<Group> groups,
            Duration groupRefresh,
            @Nullable String sharedRows) {
        this.measures = measures;
        this.tiers = tiers;
        this.groups = groups;
        this.groupRefresh = groupRefresh;
        this.sharedRows = sharedRows;
    }

    /** Measures count, sum, minimum, maximum and average of these components; without components, counts the events. */
    public static Rollup of(String... fields) {
        Rollup rollup = new Rollup(Map.of(), Map.of(), List.of(), GROUP_REFRESH, null);
        for (String field : fields) {
            rollup = rollup.measure(new FieldStats(field, DEFAULT_STATS));
        }
        return rollup;
    }

    /** Measures these statistics of a component instead of the default ones. The count is always included. */
    public Rollup stats(String field, Stat... stats) {
        return measure(new FieldStats(
                field, stats.length == 0 ? EnumSet.of(Stat.COUNT) : EnumSet.copyOf(Arrays.asList(stats))));
    }

    /**
     * Measures all numbers in a component that is a map, each under its name in the map: {@code avgTemperature} for the
     * entry {@code temperature}. Without statistics, measures the default ones. A row has at most 64 entries, the first
     * ones by name. The attribute with the component's name lists them; the attribute {@code more} plus that name is
     * true if there were others.
     */
    public Rollup numbers(String map, Stat... stats) {
        return measure(
                new NumberMapMeasure(map, stats.length == 0 ? DEFAULT_STATS : EnumSet.copyOf(Arrays.asList(stats))));
    }

    /**
     * Adds a measure, such as a {@link Counter}, a {@link StateTime} or a {@link TimeWeighted}; it replaces an earlier one with the
     * same first attribute.
     */
    public Rollup measure(Measure measure) {
        Map<String, Measure> more = new LinkedHashMap<>(measures);
        more.put(measure.attributes().get(0), measure);
        return new Rollup(more, tiers, groups, groupRefresh, sharedRows);
    }

    public Rollup minutely(Duration keep) {
        return tier(Tier.of(Grain.MINUTE).keep(keep));
    }

    public Rollup hourly() {
        return tier(Tier.of(Grain.HOUR));
    }

    public Rollup hourly(Duration keep) {
        return tier(Tier.of(Grain.HOUR).keep(keep));
    }

    public Rollup daily() {
        return tier(Tier.of(Grain.DAY));
    }

    public Rollup daily(Duration keep) {
        return tier(Tier.of(Grain.DAY).keep(keep));
    }

    public Rollup monthly() {
        return tier(Tier.of(Grain.MONTH));
    }

    public Rollup monthly(Duration keep) {
        return tier(Tier.of(Grain.MONTH).keep(keep));
    }

    /** Adds a tier, with its own keys and names. */
    public Rollup tier(Tier tier) {
        Map<Grain, Tier> more = new TreeMap<>(tiers);
        more.put(tier.grain(), tier);
        return new Rollup(measures, more, groups, groupRefresh, sharedRows);
    }

    /** Adds rows over many identities, with the same measures and tiers. */
    public Rollup group(Group group) {
        List<Group> more = new ArrayList<>(groups);
        more.removeIf(before -> before.name().equals(group.name()));
        more.add(group);
        return new Rollup(measures, tiers, more, groupRefresh, sharedRows);
    }

    /** Sets the minimum time between two refreshes of group rows while events arrive. Default: two minutes. */
    public Rollup refreshGroups(Duration every) {
        if (every != null && every.isNegative()) {
            throw new Rejected(
                    "rollup.duration", "groups are refreshed every %s; it cannot be negative".formatted(every));
        }
        return new Rollup(
                measures, tiers, groups, Durations.check("rollup.duration", "refreshGroups", every), sharedRows);
    }

    /**
     * Lets rollups of several series write the same items, each with its own attributes and version. All of them use
     * this name and give the rows of a tier the same keys, indexes and retention. The count, and every other attribute
     * that two of them would write, must be stored under different names: {@link Tier#name}.
     */
    public Rollup sharedRows(String name) {
        return new Rollup(measures, tiers, groups, groupRefresh, name);
    }

    /** Returns the common name of rows that several rollups write; empty if no other rollup writes them. */
    public Optional<String> sharedRows() {
        return Optional.ofNullable(sharedRows);
    }

    public List<Measure> measures() {
        return List.copyOf(measures.values());
    }

    /** Returns the tiers, the finest first. */
    public List<Tier> tiers() {
        return List.copyOf(tiers.values());
    }

    public List<Group> groups() {
        return List.copyOf(groups);
    }

    public Duration groupRefresh() {
        return groupRefresh;
    }

    /** Returns all settings by name. Two rollups with equal definitions are the same. */
    public Map<String, @Nullable Object> definition() {
        Map<String, @Nullable Object> definition = new LinkedHashMap<>();
        definition.put("measures", measures().stream().map(Measure::definition).toList());
        definition.put("tiers", tiers());
        definition.put("groups", groups());
        definition.put("groups refreshed every", groupRefresh);
        definition.put("shared rows", sharedRows);
        return definition;
    }
}
