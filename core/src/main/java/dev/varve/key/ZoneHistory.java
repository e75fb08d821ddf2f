package dev.varve.key;

import dev.varve.error.Rejected;
import dev.varve.key.internal.LayoutRules;
import dev.varve.key.internal.text.Buckets;
import dev.varve.key.internal.text.ClockDomain;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The time zones that buckets follow, in order of time: {@code Europe/Berlin}, or
 * {@code Europe/Berlin; America/New_York since 2026-05-01T04:00:00Z}.
 *
 * <p>A change acts like a clock change within a zone. The current day continues until the new zone shows a later date,
 * so it may have more or fewer hours, and no date occurs twice.
 *
 * @param first the zone before the first change
 * @param changes the changes, in order of time
 */
public record ZoneHistory(ZoneId first, List<Change> changes) {

    /** UTC, always. */
    public static final ZoneHistory UTC = of(ZoneOffset.UTC);

    /** The most changes that fit into a sort key, for any zone names. */
    public static final int MAX_CHANGES = 15;

    private static final String BETWEEN = "; ";
    private static final String SINCE = " since ";

    /** A change to another zone at an instant. */
    public record Change(Instant since, ZoneId zone) {}

    public ZoneHistory {
        changes = List.copyOf(changes);
        if (changes.size() > MAX_CHANGES) {
            throw new Rejected(
                    "key.zone-changes", "the zone changes " + changes.size() + " times; the limit is " + MAX_CHANGES);
        }
        Instant last = ClockDomain.FIRST;
        for (Change change : changes) {
            LayoutRules.checkSince(change.since(), last);
            last = change.since();
        }
    }

    /** Returns the history of a zone that never changed. */
    public static ZoneHistory of(ZoneId zone) {
        return new ZoneHistory(zone, List.of());
    }

    /** Parses a {@link #text}: a zone, optionally followed by its changes. */
    public static ZoneHistory parse(String text) {
        String[] pieces = text.split(BETWEEN, -1);
        ZoneId first = zone(pieces[0], text);
        List<Change> changes = new ArrayList<>();
        for (int i = 1; i < pieces.length; i++) {
            String[] change = pieces[i].split(SINCE, 2);
            Instant since =
                    change.length < 2 ? null : Tick.SECONDS.parse(change[1]).orElse(null);
            if (since == null) {
                throw new Rejected(
                        "key.zone-text",
                        "\"" + pieces[i] + "\" in \"" + text
                                + "\" is not a zone change: write one like America/New_York since"
                                + " 2026-05-01T04:00:00Z");
            }
            changes.add(new Change(since, zone(change[0], text)));
        }
        return new ZoneHistory(first, changes);
    }

    private static ZoneId zone(String name, String text) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException unknown) {
            throw new Rejected(
                    "key.zone-unknown",
                    "\"" + name + "\"" + (name.equals(text) ? "" : " in \"" + text + "\"")
                            + " is not a time zone that this Java version knows: write one like Europe/Berlin",
                    unknown);
        }
    }

    /** Returns the text of this history, which {@link #parse} reads; a history without changes is the zone's id. */
    public String text() {
        var out = new StringBuilder(first.getId());
        for (Change change : changes) {
            out.append(BETWEEN).append(change.zone().getId()).append(SINCE).append(Tick.SECONDS.text(change.since()));
        }
        return out.toString();
    }

    /** Returns the zone at an instant. */
    public ZoneId at(Instant clock) {
        ZoneId zone = first;
        for (Change change : changes) {
            zone = clock.isBefore(change.since()) ? zone : change.zone();
        }
        return zone;
    }

    /** Returns the zone after all changes. */
    public ZoneId last() {
        return changes.isEmpty() ? first : changes.get(changes.size() - 1).zone();
    }

    /** Returns this history without its last change; empty if there is none. */
    public Optional<ZoneHistory> previous() {
        return changes.isEmpty()
                ? Optional.empty()
                : Optional.of(new ZoneHistory(first, changes.subList(0, changes.size() - 1)));
    }

    /**
     * Returns this history with a change to another zone. The change takes effect at the first start of a day in that
     * zone after {@code ahead} and after all earlier changes. {@code ahead} must be later than every stored clock,
     * because buckets before the change must stay as they are.
     */
    public ZoneHistory changedTo(ZoneId zone, Instant ahead) {
        if (zone.equals(last())) {
            return this;
        }
        Instant after = ahead;
        for (Change change : changes) {
            after = change.since().isAfter(after) ? change.since() : after;
        }
        long since = Buckets.of(Grain.DAY, zone).next(ClockDomain.check(after).getEpochSecond());
        List<Change> more = new ArrayList<>(changes);
        more.add(new Change(Instant.ofEpochSecond(since), zone));
        return new ZoneHistory(first, more);
    }

    @Override
    public String toString() {
        return text();
    }
}
