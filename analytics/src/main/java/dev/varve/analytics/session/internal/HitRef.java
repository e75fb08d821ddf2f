package dev.varve.analytics.session.internal;

import java.time.Instant;
import java.util.Comparator;

/** A reference to a hit: its id, whose time is its clock, and its series. */
public record HitRef(String id, Kind kind) implements Comparable<HitRef> {

    /** The series of the hit. */
    public enum Kind {
        PAGE_VIEW,
        EVENT
    }

    /** By clock, then by the rest of the id, because ULIDs sort by their clock. */
    private static final Comparator<HitRef> ORDER =
            Comparator.comparing(HitRef::id).thenComparing(HitRef::kind);

    public Instant at() {
        return BinaryUlid.clock(id);
    }

    @Override
    public int compareTo(HitRef other) {
        return ORDER.compare(this, other);
    }
}
