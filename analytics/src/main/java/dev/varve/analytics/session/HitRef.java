package dev.varve.analytics.session;

import java.time.Instant;
import java.util.Comparator;

/** Which hit: its id, whose time is its clock, and which of the two series it is in. */
record HitRef(String id, Kind kind) implements Comparable<HitRef> {

    /** What kind of hit it is. */
    enum Kind {
        PAGE_VIEW,
        EVENT
    }

    /** By the clock, then by the rest of the id: ids that are ULIDs sort so. */
    private static final Comparator<HitRef> ORDER =
            Comparator.comparing(HitRef::id).thenComparing(HitRef::kind);

    Instant at() {
        return BinaryUlid.clock(id);
    }

    @Override
    public int compareTo(HitRef other) {
        return ORDER.compare(this, other);
    }
}
