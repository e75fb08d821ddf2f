package dev.varve.key;

import dev.varve.error.Rejected;
import dev.varve.key.internal.Buckets;
import dev.varve.key.internal.ClockDomain;
import dev.varve.key.internal.LayoutRules;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The zones that hours, days and months follow, one after the other: {@code Europe/Berlin}, or
 * {@code Europe/Berlin; America/New_York since 2026-05-01T04:00:00Z}.
 *
 * <p>A change is like one of a zone's own clocks: the day it falls into goes on until the new zone shows a later date, so
 * it may have more or fewer hours, and no date comes twice.
 *
 * @param first the zone of all time before the first change
 * @param changes the changes, in the order of time
 */
public record ZoneHistory(ZoneId first, List<Change> changes) {

    /** UTC, always. */
    public static final ZoneHistory UTC = of(ZoneOffset.UTC);

    /** So many changes have room in a sort key, whatever the zones are called. */
    public static final int MAX_CHANGES = 15;

    private static final String BETWEEN = "; ";
    private static final String SINCE = " since ";

    /** Another zone, from this instant on. */
    public record Change(Instant since, ZoneId zone) {}

    public ZoneHistory {
        changes = List.copyOf(changes);
        if (changes.size() > MAX_CHANGES) {
            throw new Rejected(
                    "key.zone-changes",
                    "a zone changed " + changes.size() + " times; more than " + MAX_CHANGES + " are not kept");
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

    /** Returns the history a {@link #text} stands for: a zone alone, or with its changes behind it. */
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
                                + "\" is no change of a zone: write one like America/New_York since 2026-05-01T04:00:00Z");
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
                            + " is no zone that this Java knows: write one like Europe/Berlin",
                    unknown);
        }
    }

    /** Returns the text of this history, which {@link #parse} reads: a single zone is written as itself. */
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

    /** Returns this history without its last change; nothing if there was none. */
    public Optional<ZoneHistory> previous() {
        return changes.isEmpty()
                ? Optional.empty()
                : Optional.of(new ZoneHistory(first, changes.subList(0, changes.size() - 1)));
    }

    /**
     * Returns this history with another zone from the first start of one of its days on that is after {@code ahead} and
     * after all changes so far. Nothing changes before that, so {@code ahead} has to be ahead of every clock that was
     * stored.
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
