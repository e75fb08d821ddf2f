package dev.varve.rollup.internal;

import dev.varve.error.Rejected;
import dev.varve.key.Grain;
import dev.varve.rollup.Tier;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the lives of events and rows ask of each other: a row is made from what it is made of only as long as none of that
 * may have expired. From then on it is sealed.
 */
public final class RetentionRules {

    /** A row is sealed this long before the first of its sources may be gone. */
    private static final Duration SEALED_BEFORE = Duration.ofDays(1);

    /** An event is taken only if its rows are sealed no sooner than a day later: so long the feed may take to bring it. */
    private static final Duration TAKEN_BEFORE = Duration.ofDays(2);

    /** Who was not told of changes for longer is told so by nobody: a rebuild of all is needed then. */
    private static final Duration LATELY = Duration.ofDays(31);

    /** Events may be as late as anything where nobody says otherwise; most are not. */
    private static final Duration LONG_AGO = Duration.ofDays(366);

    /** A zone may change from the first to the last on the earth, and make a day or month that much longer. */
    private static final Duration ZONE_CHANGE = Duration.ofHours(26);

    /** How long the source of each tier is kept, the shortest tier first; null for ever. */
    private final List<@Nullable Duration> sources = new ArrayList<>();

    private final List<@Nullable Duration> rows = new ArrayList<>();
    private final @Nullable Duration maxLate;

    RetentionRules(EventDescription events, List<Tier> tiers, boolean hasGroups) {
        Duration source = events.keep();
        Duration latest = null;
        String sourceName = "the events";
        for (Tier tier : tiers) {
            sources.add(source);
            latest = earlier(latest, allowed(events, tier, tier.word() + " rows", sourceName, source));
            source = tier.keep();
            rows.add(source);
            sourceName = "its %s rows".formatted(tier.word());
            if (hasGroups) {
                String ofGroups = "%s rows of groups".formatted(tier.word());
                latest = earlier(latest, allowed(events, tier, ofGroups, sourceName, source));
            }
        }
        Duration wished = events.maxLate();
        if (wished != null && latest != null && wished.compareTo(latest) > 0) {
            throw new Rejected(
                    "rollup.late-outlives-source",
                    "series %s takes events that are %s late, but after %s rows may lack what has expired: lower maxLate, or"
                                    .formatted(events.series(), wished, latest)
                            + " keep events and rows longer");
        }
        maxLate = wished == null ? latest : wished;
    }

    /** Returns how late an event may be for rows to be made of these sources; null for no limit. */
    private static @Nullable Duration allowed(
            EventDescription events, Tier tier, String what, String sourceName, @Nullable Duration source) {
        if (source == null) {
            return null;
        }
        boolean isStretched = events.zones() != null && tier.grain().compareTo(Grain.DAY) >= 0;
        Duration longest = length(tier.grain()).plus(isStretched ? ZONE_CHANGE : Duration.ZERO);
        Duration allowed = source.minus(longest).minus(TAKEN_BEFORE);
        if (allowed.isNegative() || allowed.isZero()) {
            throw new Rejected(
                    "rollup.source-expires",
                    "%s of series %s are made from %s, which are kept for %s: that is not longer than a %s and"
                                    .formatted(
                                            what,
                                            events.series(),
                                            sourceName,
                                            source,
                                            tier.grain().word())
                            + " the 48 hours that rows need to settle. Keep %s longer".formatted(sourceName));
        }
        return allowed;
    }

    private static @Nullable Duration earlier(@Nullable Duration one, @Nullable Duration other) {
        return one == null || (other != null && other.compareTo(one) < 0) ? other : one;
    }

    /** Returns how late an event may be: what was declared, or the most that no row suffers from; null for no limit. */
    @Nullable
    Duration maxLate() {
        return maxLate;
    }

    /** Returns whether the row of this tier that begins here must stay as it is. */
    boolean isSealed(int tier, Instant start, Instant now) {
        Duration source = sources.get(tier);
        return source != null && !start.plus(source).isAfter(now.plus(SEALED_BEFORE));
    }

    /** Returns whether rows of groups that begin here must stay as they are: those of their members may be gone. */
    boolean isGroupSealed(int tier, Instant start, Instant now) {
        Duration kept = rows.get(tier);
        return kept != null && !start.plus(kept).isAfter(now.plus(SEALED_BEFORE));
    }

    /** Returns the clock from which on events may have changed lately without anybody being told. */
    Instant changedSince(Instant now) {
        Instant latest = now.minus(maxLate == null ? LONG_AGO : maxLate.plus(LATELY));
        Duration source = sources.get(0);
        Instant unsealed = source == null ? latest : now.plus(SEALED_BEFORE).minus(source);
        return unsealed.isAfter(latest) ? unsealed : latest;
    }

    /** Returns the longest a bucket can be. */
    public static Duration length(Grain grain) {
        return switch (grain) {
            case MINUTE -> Duration.ofMinutes(1);
            case HOUR -> Duration.ofHours(1);
            case DAY -> Duration.ofHours(25);
            case MONTH -> Duration.ofDays(31).plusHours(1);
            case YEAR -> Duration.ofDays(366).plusHours(1);
        };
    }
}
