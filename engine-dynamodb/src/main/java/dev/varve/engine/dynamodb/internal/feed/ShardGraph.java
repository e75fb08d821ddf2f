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

/** The shards of a stream and their parents: when a shard ends, one or two children continue it. */
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

    /** Returns the graph with these shards known to exist, even if they are not listed. */
    ShardGraph knowing(Set<String> others) {
        Set<String> all = new HashSet<>(unlisted);
        all.addAll(others);
        return new ShardGraph(shards.values(), all);
    }

    /** Returns whether the shard exists. */
    boolean has(String id) {
        return shards.containsKey(id) || unlisted.contains(id);
    }

    /** Returns all listed shards, in the order of the listing. */
    Set<String> ids() {
        return shards.keySet();
    }

    /** Returns the listed children of a shard; the shard itself need not be listed. */
    List<String> children(String id) {
        return children.getOrDefault(id, List.of());
    }

    /** Returns the parent of a listed shard; the parent need not be listed. */
    @Nullable
    String parent(String id) {
        Shard shard = shards.get(id);
        return shard == null ? null : shard.parent();
    }

    /** Returns whether the parent of the shard no longer exists. */
    boolean isOrphan(String id) {
        String parent = parent(id);
        return parent != null && !has(parent);
    }

    /** Returns whether the shard accepts no more records. A listing may show its children before it shows this. */
    boolean isClosed(String id) {
        Shard shard = shards.get(id);
        return shard == null || shard.closed() || !children(id).isEmpty();
    }

    /** Returns the shards whose parent is not listed; they hold the oldest records. */
    List<String> roots() {
        return shards.keySet().stream()
                .filter(id -> parent(id) == null || isOrphan(id))
                .toList();
    }

    /** Returns the shards without a child; they hold the newest records. */
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
