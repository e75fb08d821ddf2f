package dev.varve.engine.dynamodb.internal.feed;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The shards of a stream and how they descend from each other: a shard ends by going on in one child or in two. */
final class ShardGraph {

    private final Map<String, Shard> shards = new LinkedHashMap<>();
    private final Map<String, List<String>> children = new HashMap<>();
    private final Set<String> unlisted;

    ShardGraph(Collection<Shard> listed) {
        this(listed, Set.of());
    }

    private ShardGraph(Collection<Shard> listed, Set<String> unlisted) {
        this.unlisted = unlisted;
        for (Shard shard : listed) {
            Shard known = shards.put(shard.id(), shard);
            if (known == null && shard.parent() != null) {
                children.computeIfAbsent(shard.parent(), id -> new ArrayList<>())
                        .add(shard.id());
            }
        }
    }

    /** Returns the graph with the knowledge that these shards are there as well, whatever the listing says. */
    ShardGraph knowing(Set<String> others) {
        Set<String> all = new HashSet<>(unlisted);
        all.addAll(others);
        return new ShardGraph(shards.values(), all);
    }

    /** Returns whether the shard is there. */
    boolean has(String id) {
        return shards.containsKey(id) || unlisted.contains(id);
    }

    /** Returns all listed shards, in the order of the listing. */
    Set<String> ids() {
        return shards.keySet();
    }

    /** Returns the listed children of a shard that need not be listed itself. */
    List<String> children(String id) {
        return children.getOrDefault(id, List.of());
    }

    /** Returns the parent a listed shard names, listed or not. */
    @Nullable
    String parent(String id) {
        Shard shard = shards.get(id);
        return shard == null ? null : shard.parent();
    }

    /** Returns whether the shard goes on from one that is no longer there. */
    boolean isOrphan(String id) {
        String parent = parent(id);
        return parent != null && !has(parent);
    }

    /** Returns whether the shard takes no more records; a listing may show children before it shows that. */
    boolean isClosed(String id) {
        Shard shard = shards.get(id);
        return shard == null || shard.closed() || !children(id).isEmpty();
    }

    /** Returns the shards whose parent is not listed: where the oldest records are. */
    List<String> roots() {
        return shards.keySet().stream()
                .filter(id -> parent(id) == null || isOrphan(id))
                .toList();
    }

    /** Returns the shards without a child: where the newest records are. */
    List<String> leaves() {
        return shards.keySet().stream().filter(id -> children(id).isEmpty()).toList();
    }

    /** Returns the listed shards that any of these descends from. */
    Set<String> ancestors(Collection<String> ids) {
        Set<String> ancestors = new HashSet<>();
        for (String id : ids) {
            String above = parent(id);
            while (above != null && has(above) && ancestors.add(above)) {
                above = parent(above);
            }
        }
        return ancestors;
    }
}
