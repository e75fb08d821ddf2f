package dev.varve.engine.dynamodb.internal.feed;

import dev.varve.engine.dynamodb.internal.feed.ShardPlace.Fixed;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which shards a reader reads, and from which place.
 *
 * <p>A reader's places never name both a shard and one of its ancestors. So a listed shard is named, or is an ancestor
 * of a named one and already read, or is a descendant and is read later. Any other shard is new. This holds because a
 * shard that was read stays named until a child replaces it.
 */
final class Lineage {

    private Lineage() {}

    /**
     * The places of a reader, adjusted to a listing.
     *
     * @param gone shards that are not listed; if they no longer exist, unread records are lost
     */
    record Followed(Map<String, ShardPlace> places, Set<String> gone) {

        boolean isLost() {
            return !gone.isEmpty();
        }
    }

    /** Returns the places before the oldest records. */
    static Map<String, ShardPlace> beginning(ShardGraph graph) {
        Map<String, ShardPlace> places = new LinkedHashMap<>();
        graph.roots().forEach(id -> places.put(id, Fixed.HORIZON));
        return places;
    }

    /** Returns the places with finished parents replaced by their children, and with new shards. */
    static Followed follow(ShardGraph graph, Map<String, ShardPlace> places) {
        Map<String, ShardPlace> followed = new LinkedHashMap<>();
        Set<String> read = new LinkedHashSet<>(graph.ancestors(places.keySet()));
        Set<String> gone = new LinkedHashSet<>();
        for (Map.Entry<String, ShardPlace> entry : places.entrySet()) {
            String id = entry.getKey();
            if (entry.getValue() == Fixed.FINISHED && !graph.children(id).isEmpty()) {
                read.add(id);
            } else if (entry.getValue() == Fixed.START && graph.isOrphan(id)) {
                // The parent ended when this shard began. If its last records are gone, the first of this shard may be
                // gone too.
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
