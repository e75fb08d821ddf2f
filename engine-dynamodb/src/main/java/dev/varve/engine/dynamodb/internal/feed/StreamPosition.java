package dev.varve.engine.dynamodb.internal.feed;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A position in the feed of a table.
 *
 * @param table the fingerprint of the table's name
 * @param stream the fingerprint of the stream; turning a table's stream off and on changes it
 * @param mark defines {@link ShardPlace.Fixed#LATEST} in these places; null if no place needs it
 * @param places the place in each shard; the first shard is read next
 */
record StreamPosition(String table, String stream, @Nullable ShardMark mark, Map<String, ShardPlace> places) {

    StreamPosition {
        places = Collections.unmodifiableMap(new LinkedHashMap<>(places));
        mark = places.values().stream().anyMatch(ShardPlace::needsMark) ? mark : null;
    }

    StreamPosition with(Map<String, ShardPlace> others) {
        return new StreamPosition(table, stream, mark, others);
    }
}
