package dev.varve.engine.dynamodb.internal.feed;

import dev.varve.engine.dynamodb.internal.feed.ShardPlace.Fixed;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which shards a reader reads, and from where.
 *
 * <p>A reader's places never name a shard and one of its ancestors. So a listed shard is either named; or an ancestor of a
 * named one, and read; or a descendant, and its turn comes. A shard that is none of these is new. This holds because a
 * shard that is read stays named until a child takes its place.
 */
final class Lineage {

    private Lineage() {}

    /**
     * Places that fit a listing.
     *
     * @param gone shards that are not listed; if they are not there, neither are records the reader has not read
     */
    record Followed(Map<String, ShardPlace> places, Set<String> gone) {

        boolean isLost() {
            return !gone.isEmpty();
        }
    }

    /** Returns places before everything that is kept. */
    static Map<String, ShardPlace> beginning(ShardGraph graph) {
        Map<String, ShardPlace> places = new LinkedHashMap<>();
        graph.roots().forEach(id -> places.put(id, Fixed.HORIZON));
        return places;
    }

    /** Returns the places with children in the place of finished parents, and with new shards. */
    static Followed follow(ShardGraph graph, Map<String, ShardPlace> places) {
        Map<String, ShardPlace> followed = new LinkedHashMap<>();
        Set<String> read = new LinkedHashSet<>(graph.ancestors(places.keySet()));
        Set<String> gone = new LinkedHashSet<>();
        for (Map.Entry<String, ShardPlace> entry : places.entrySet()) {
            String id = entry.getKey();
            if (entry.getValue() == Fixed.FINISHED && !graph.children(id).isEmpty()) {
                read.add(id);
            } else if (entry.getValue() == Fixed.START && graph.isOrphan(id)) {
                // The parent ended when this one began; where its last records are gone, the first here may be as well.
                followed.put(id, Fixed.HORIZON);
                gone.add(Objects.requireNonNull(graph.parent(id)));
            } else {
                followed.put(id, entry.getValue());
            }
        }
        for (String id : graph.ids()) {
            if (isNew(graph, id, followed, read)) {
                followed.put(id, graph.isOrphan(id) ? Fixed.HORIZON : Fixed.START);
                if (graph.isOrphan(id)) {
                    gone.add(Objects.requireNonNull(graph.parent(id)));
                }
            }
        }
        if (!gone.isEmpty()) {
            followed.entrySet().removeIf(entry -> entry.getValue() == Fixed.FINISHED && !graph.has(entry.getKey()));
        }
        return new Followed(followed, gone);
    }

    private static boolean isNew(ShardGraph graph, String id, Map<String, ShardPlace> named, Set<String> read) {
        if (named.containsKey(id) || read.contains(id)) {
            return false;
        }
        @Nullable String parent = graph.parent(id);
        return parent == null || read.contains(parent) || (!graph.has(parent) && !named.containsKey(parent));
    }
}
