package dev.varve.series.internal.packed;

import dev.varve.key.Parts;
import dev.varve.series.ConflictPolicy;
import java.util.HashSet;
import java.util.Set;

/**
 * Applies changes of one journal to buckets that another process may have written. The policy of the series decides a
 * conflict with a row of that process; a row of the journal itself is changed as its writer wanted.
 */
final class OwnChanges {

    private record Place(Parts identity, long tick) {}

    private final String writer;
    private final ConflictPolicy conflicts;
    private final Set<Place> own = new HashSet<>();

    /** @param writer the name of the journal */
    OwnChanges(String writer, ConflictPolicy conflicts) {
        this.writer = writer;
        this.conflicts = conflicts;
    }

    void apply(RowChange change, Bucket bucket) {
        BlockItems.Stamp stamp = bucket.stamp();
        Place place = new Place(change.identity(), change.tick());
        Row row = change.row();
        Row stored = bucket.find(change.tick());
        boolean isOwn = stamp == null || stamp.writer().equals(writer) || own.contains(place);
        if (row == null) {
            bucket.remove(change.tick());
            own.add(place);
        } else if (isOwn || stored == null || conflicts == ConflictPolicy.REPLACE) {
            bucket.put(row);
            own.add(place);
        } else if (conflicts == ConflictPolicy.MERGE) {
            bucket.put(stored.merged(row));
        }
    }
}
