package dev.varve.rollup.internal.definition;

import dev.varve.error.Rejected;
import dev.varve.key.Grain;
import dev.varve.rollup.Tier;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules between the retention of events and rows. A row is computed only while none of its source may have expired.
 * After that it is sealed.
 */
public final class RetentionRules {

    /** A row is sealed this long before the first event or row of its source may expire. */
    private static final Duration SEALED_BEFORE = Duration.ofDays(1);

    /**
     * An event is accepted only if its rows stay unsealed for another day, because the feed may need that long to
     * deliver it.
     */
    private static final Duration ACCEPTED_BEFORE = Duration.ofDays(2);

    /** The source of a row counts as complete up to this long before the first of it may expire. */
    private static final Duration COMPLETE_BEFORE = Duration.ofHours(2);

    /** A consumer that was offline for longer needs a full rebuild; nothing detects this. */
    private static final Duration LATELY = Duration.ofDays(31);

    /** Without a declared limit, events may be arbitrarily late; an audit assumes that they are at most this late. */
    private static final Duration LONG_AGO = Duration.ofDays(366);

    /** A change between the two most distant time zones makes a day or month this much longer. */
    private static final Duration ZONE_CHANGE = Duration.ofHours(26);

    /** How long the source of each tier is kept, the finest tier first; null for ever. */
    private final List<@Nullable Duration> sources = new ArrayList<>();

    private final List<@Nullable Duration> rows = new ArrayList<>();
    private final @Nullable Duration maxLate;
    private final @Nullable Duration latest;

    RetentionRules(EventDescription events, List<Tier> tiers, boolean hasGroups) {
        Duration source = events.keep();
        Duration allowed = null;
        String sourceName = "the events";
        for (Tier tier : tiers) {
            sources.add(source);
            allowed = earlier(allowed, allowed(events, tier, tier.word() + " rows", sourceName, source));
            source = tier.keep();
            rows.add(source);
            sourceName = "its %s rows".formatted(tier.word());
            if (hasGroups) {
                String ofGroups = "%s rows of groups".formatted(tier.word());
                allowed = earlier(allowed, allowed(events, tier, ofGroups, sourceName, source));
            }
        }
        latest = allowed;
        Duration declared = events.maxLate();
        if (declared != null && latest != null && declared.compareTo(latest) > 0) {
            throw new Rejected(
                    "rollup.late-outlives-source",
                    "series %s accepts events up to %s late, but the source of their rows may expire after %s: lower maxLate, or"
                                    .formatted(events.series(), declared, latest)
                            + " keep events and rows longer");
        }
        maxLate = declared == null ? latest : declared;
    }

    /** Returns how late an event may be so that rows can still be computed from this source; null for no limit. */
    private static @Nullable Duration allowed(
            EventDescription events, Tier tier, String what, String sourceName, @Nullable Duration source) {
        if (source == null) {
            return null;
        }
        boolean isStretched = events.zones() != null && tier.grain().compareTo(Grain.DAY) >= 0;
        Duration longest = length(tier.grain()).plus(isStretched ? ZONE_CHANGE : Duration.ZERO);
        Duration allowed = source.minus(longest).minus(ACCEPTED_BEFORE);
        if (allowed.isNegative() || allowed.isZero()) {
            throw new Rejected(
                    "rollup.source-expires",
                    "%s of series %s are computed from %s, which are kept for %s; that must be longer than a %s plus"
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

    /**
     * Returns how late an event may be: the declared limit, or the largest one that keeps all rows correct; null for no
     * limit.
     */
    @Nullable
    Duration maxLate() {
        return maxLate;
    }

    /** Returns whether a row is sealed: it must not be computed again. */
    public boolean isSealed(int tier, Instant start, Instant now) {
        Duration source = sources.get(tier);
        return source != null && !start.plus(source).isAfter(now.plus(SEALED_BEFORE));
    }

    /**
     * Returns whether all of the source of a row is stored, and will be for some hours. A backfill computes rows so long, because
     * it may have taken their events just before they were sealed.
     */
    public boolean isComplete(int tier, Instant start, Instant now) {
        Duration source = sources.get(tier);
        return source == null || start.plus(source).isAfter(now.plus(COMPLETE_BEFORE));
    }

    /** Returns the clock before which all events have expired; null if none expires. */
    public @Nullable Instant firstStored(Instant now) {
        Duration source = sources.get(0);
        return source == null ? null : now.minus(source);
    }

    /**
     * Returns the clock before which the history does not take events, whatever is declared, because a row of theirs may be
     * sealed before it is computed; null if it takes all.
     */
    public @Nullable Instant backfilledBefore(Instant now) {
        return latest == null ? null : now.minus(latest);
    }

    /** Returns whether group rows of a bucket are sealed, because rows of their members may have expired. */
    public boolean isGroupSealed(int tier, Instant start, Instant now) {
        Duration kept = rows.get(tier);
        return kept != null && !start.plus(kept).isAfter(now.plus(SEALED_BEFORE));
    }

    /** Returns the earliest clock of events that may have changed lately without a delivered change. */
    public Instant changedSince(Instant now) {
        Instant latest = now.minus(maxLate == null ? LONG_AGO : maxLate.plus(LATELY));
        Duration source = sources.get(0);
        Instant unsealed = source == null ? latest : now.plus(SEALED_BEFORE).minus(source);
        return unsealed.isAfter(latest) ? unsealed : latest;
    }

    /** Returns the maximum length of a bucket. */
    private static Duration length(Grain grain) {
        return switch (grain) {
            case MINUTE -> Duration.ofMinutes(1);
            case HOUR -> Duration.ofHours(1);
            case DAY -> Duration.ofHours(25);
            case MONTH -> Duration.ofDays(31).plusHours(1);
            case YEAR -> Duration.ofDays(366).plusHours(1);
        };
    }
}
